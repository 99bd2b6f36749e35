import type { Reader } from "../../narration/moves";
import type { PlayState } from "./playState";

/** For whom the log is told: the seat of this screen, or nobody in particular where several share it. */
export function readerOf(state: PlayState): Reader | null {
  const rules = state.store.rules.value;
  const seat = state.store.seat.value;
  return (
    rules && {
      board: rules.board,
      vehicle: rules.vehicle,
      names: state.names.value,
      me: state.hotSeat.value ? null : seat,
    }
  );
}
