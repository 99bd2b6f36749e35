/** Optional countdown after which a staged move confirms itself. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { autoConfirm } from "../../lib/settings";
import type { Play } from "../state/play";

/** Seconds. */
export const COUNTDOWN = 3;

/** Paused while other payments or a dialog are open, or nothing can be sent. */
export function countsDown(play: Play): boolean {
  return autoConfirm.value && play.state.free.value && !play.state.payments.value && play.state.dialog.value === null;
}

/** Shrinks smoothly, or once a second with reduced motion. */
export function Countdown({ play, move }: { play: Play; move: string }) {
  const left = useSignal(COUNTDOWN);
  const counts = countsDown(play);
  useEffect(() => {
    left.value = COUNTDOWN;
    if (!counts) return undefined;
    const timer = setInterval(() => {
      left.value -= 1;
      if (left.value > 0) return;
      clearInterval(timer);
      play.actions.confirm();
    }, 1000);
    return () => clearInterval(timer);
  }, [counts, move]);
  if (!counts) return null;
  const style = { "--left": left.value / COUNTDOWN, "--countdown": `${COUNTDOWN}s` };
  return <span key={move} class="countdown" aria-hidden="true" style={style} />;
}
