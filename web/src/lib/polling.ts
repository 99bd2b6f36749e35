/** Poll at once, every `interval` milliseconds and when the page comes back, but only while it is visible; returns how
 * to stop. */
export function pollWhileVisible(poll: () => void, interval: number): () => void {
  const pollIfVisible = () => {
    if (document.visibilityState === "visible") poll();
  };
  pollIfVisible();
  const timer = setInterval(pollIfVisible, interval);
  document.addEventListener("visibilitychange", pollIfVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", pollIfVisible);
  };
}
