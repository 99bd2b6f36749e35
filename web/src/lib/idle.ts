/** What can wait for a pause between two frames. */

import { options } from "preact";

/** Milliseconds after which it is done even on a busy page. */
const PATIENCE = 300;

/** Returns a function that calls it off. */
export function whenIdle(act: () => void): () => void {
  let wanted = true;
  const begin = () => {
    if (wanted) act();
  };
  if (options.requestAnimationFrame)
    options.requestAnimationFrame(begin); // in tests
  else if ("requestIdleCallback" in globalThis) requestIdleCallback(begin, { timeout: PATIENCE });
  else setTimeout(begin);
  return () => {
    wanted = false;
  };
}
