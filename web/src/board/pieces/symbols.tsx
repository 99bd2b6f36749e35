/** Symbols for every page: card colours, cards, seat marks, miniatures. */

import { colourName } from "../../i18n";
import { memo } from "../../lib/memo";
import { symbolPath, tokenOf } from "../model/shapes";

export { TrainCard, CardBack } from "./cards";
export { liveryClass, SeatMark } from "./liveries";
export { MiniBoard, TicketMap } from "./miniatures";

export interface SymbolProps {
  colour: string;
  /** On a chip of its colour. */
  chip?: boolean;
  /** Named for screen readers; omit where the text beside it says the same. */
  named?: boolean;
}

export const Symbol = memo(function Symbol({ colour, chip = false, named = false }: SymbolProps) {
  return (
    <svg
      class={`symbol colour-${tokenOf(colour)}`}
      viewBox="-1.5 -1.5 3 3"
      role={named ? "img" : undefined}
      aria-label={named ? colourName(colour) : undefined}
      aria-hidden={named ? undefined : "true"}
    >
      {chip && <rect class="symbol-chip" x="-1.42" y="-1.42" width="2.84" height="2.84" rx="0.7" />}
      <path class={chip ? "symbol-on-chip" : "symbol-alone"} d={symbolPath(colour, chip ? 0.86 : 1.15)} />
    </svg>
  );
});

/** The class that sets the colours of a card colour (--colour, --deep, --ink). */
export function colourClass(colour: string): string {
  return `colour-${tokenOf(colour)}`;
}
