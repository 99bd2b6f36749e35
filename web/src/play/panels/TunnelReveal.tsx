/** The turned cards of a tunnel, shown for a moment or until a tap. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { SeatMark } from "../../board/pieces/symbols";
import { routeName, t } from "../../i18n";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";
import { type Attempt, attemptIn } from "../state/recent";
import { TurnedCards } from "./Tunnel";

const SHOWN = 3200;

/** Then the action bar shows it, with the choices. */
function asksMe(play: Play, { seat, surcharge }: Attempt): boolean {
  return surcharge > 0 && play.store.mine.peek().includes(seat);
}

/** The attempt to show now. */
export function useTunnel(play: Play): Attempt | null {
  const shown = useSignal<Attempt | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = play.store.watch((sights) => {
      const attempt = sights[0]?.happenings.map(attemptIn).findLast((each) => each !== null);
      if (!attempt || asksMe(play, attempt)) return;
      shown.value = attempt;
      clearTimeout(timer);
      timer = setTimeout(() => (shown.value = null), SHOWN);
    });
    const skip = () => (shown.value = null);
    document.addEventListener("pointerdown", skip, true);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener("pointerdown", skip, true);
    };
  }, [play]);
  return shown.value;
}

export function TunnelReveal({ play, attempt }: { play: Play; attempt: Attempt }) {
  const board = play.store.rules.value?.board;
  if (!board) return null;
  return (
    <div class="tunnel-show">
      <SeatMark seat={attempt.seat} />
      <TurnedCards attempt={attempt} vehicle={vehicleOf(play.state)} />
      <p>
        <b>{routeName(board, attempt.route)}</b>
        <br />
        {attempt.surcharge > 0 ? t("events.charged", { count: attempt.surcharge }) : t("play.tunnel.free")}
      </p>
    </div>
  );
}
