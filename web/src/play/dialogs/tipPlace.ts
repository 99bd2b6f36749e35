/** Where a tip on the board hides the fewest cities. */

import type { ScreenBox } from "../../lib/screenBox";

const GAP = 12;
/** The room of the zoom buttons. */
const BUTTONS = 60;
/** A city needs this room around its middle. */
const AROUND = 14;

/** Left and top within the board. The lower left corner is left to the action bar, which grows there. `above`: pixels
 * that are taken at the upper edge. */
export function tipPlace(
  board: ScreenBox,
  tip: Pick<ScreenBox, "width" | "height">,
  cities: readonly { x: number; y: number }[],
  above = 0,
): { left: number; top: number } {
  const [middle, right] = [(board.width - tip.width) / 2, board.width - tip.width - GAP];
  const [top, bottom] = [GAP + above, board.height - tip.height - GAP];
  const places = [
    { left: GAP, top },
    { left: middle, top },
    { left: right - BUTTONS, top },
    { left: right, top: bottom },
    { left: middle, top: bottom },
  ];
  const hidden = places.map(({ left, top }) => {
    const [x, y] = [board.left + left, board.top + top];
    return cities.filter((city) => within(city.x, x, tip.width) && within(city.y, y, tip.height)).length;
  });
  return places[hidden.indexOf(Math.min(...hidden))] ?? { left: GAP, top };
}

function within(value: number, from: number, length: number): boolean {
  return value > from - AROUND && value < from + length + AROUND;
}
