const FIRST = 1000;
const LONGEST = 30_000;

/** How long to wait before the next try: a second, then twice as long each time, up to half a minute. */
export function backoff(): () => number {
  let next = FIRST;
  return () => {
    const wait = next;
    next = Math.min(2 * next, LONGEST);
    return wait;
  };
}
