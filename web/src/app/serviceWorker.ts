/** The page opens without a network too, once it has been opened with one; games need the server. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined); // private windows refuse it: then without
  });
}
