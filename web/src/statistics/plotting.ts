/** Scales and paths of a plot. */

export const SIZE = { width: 340, height: 150, left: 30, right: 26, top: 10, bottom: 22 };

export interface Scale {
  low: number;
  high: number;
  /** Labels of the axis. */
  ticks: number[];
}

/** A scale from the minimum (or 0) to the maximum, with round ticks. */
export function scaleOf(values: readonly number[], steps = 4): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const step = roundStep((high - low) / steps);
  const first = Math.ceil(low / step) * step;
  const ticks: number[] = [];
  for (let tick = first; tick <= high; tick += step) ticks.push(tick);
  return { low, high, ticks };
}

/** The next of 1, 2, 5, 10, 20, 50 … */
function roundStep(wanted: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)));
  return unit * ([1, 2, 5].find((each) => each * unit >= wanted) ?? 10);
}

export function across(turn: number, turns: readonly number[]): number {
  const last = Math.max(1, turns.at(-1) ?? 1);
  return SIZE.left + (turn / last) * (SIZE.width - SIZE.left - SIZE.right);
}

export function up(value: number, { low, high }: Scale): number {
  const room = SIZE.height - SIZE.top - SIZE.bottom;
  return SIZE.top + (1 - (value - low) / Math.max(1, high - low)) * room;
}

export function linePath(turns: readonly number[], row: readonly number[], scale: Scale): string {
  return row
    .map(
      (value, index) =>
        `${index ? "L" : "M"}${across(turns[index] ?? 0, turns).toFixed(1)} ${up(value, scale).toFixed(1)}`,
    )
    .join("");
}

/** Spread end marks that would overlap. */
export function keepApart(places: readonly number[], distance: number): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((one, other) => one.place - other.place);
  let least = Number.NEGATIVE_INFINITY;
  const moved = [...places];
  for (const { place, index } of order) {
    least = Math.max(place, least + distance);
    moved[index] = least;
  }
  const over = Math.max(0, least - (SIZE.height - SIZE.bottom));
  return moved.map((place) => place - over);
}
