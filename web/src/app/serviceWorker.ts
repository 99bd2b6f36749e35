/** Register the service worker: the page opens offline once it has been visited. Games need the server. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined); // private windows refuse service workers
  });
}
