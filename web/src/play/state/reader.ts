import type { Reader } from "../../narration/moves";
import type { Play } from "./play";

/** For whom the log is told: the seat of this screen, or nobody in particular where several share it. */
export function readerOf(play: Play): Reader | null {
  const rules = play.store.rules.value;
  const seat = play.store.seat.value;
  return (
    rules && {
      board: rules.board,
      vehicle: rules.vehicle,
      names: play.names.value,
      me: play.hotSeat.value ? null : seat,
    }
  );
}
