import type { Reader } from "../../narration/moveWords";
import type { PlayState } from "./playState";

/** The reader of the log: this screen's seat, or a neutral view on a shared screen. */
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
