const FIRST = 1000;
const LONGEST = 30_000;

/** Exponential backoff: a second, doubled with each retry, up to half a minute. */
export function backoff(): () => number {
  let next = FIRST;
  return () => {
    const wait = next;
    next = Math.min(2 * next, LONGEST);
    return wait;
  };
}
