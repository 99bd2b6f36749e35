/** What nobody waits for comes and goes a part a frame, so that no frame has to draw all of it. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** How many parts are drawn by now, of those `wanted`: at first all, or none if they come `gradually`. Calls
 * `whenPainted` once as many as that have been painted. */
export function usePartsDrawn(wanted: number, gradually: boolean, whenPainted?: () => void): number {
  const drawn = useSignal(gradually ? 0 : wanted);
  const now = drawn.value;
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (now === wanted) whenPainted?.();
      else drawn.value = now + Math.sign(wanted - now);
    });
    return () => cancelAnimationFrame(frame);
  }, [now, wanted]);
  return now;
}
