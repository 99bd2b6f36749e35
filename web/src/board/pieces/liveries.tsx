/** Liveries: paint, pattern and mark of the five seats, for wagons, locomotives and taxis. */

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { memo } from "../../lib/memo";
import { markPath } from "../model/shapes";
import type { Vehicle } from "../model/types";

const LIVERIES = 5;

/** Wagons are drawn centred in a box of this size and scaled to a route's spaces. */
export const WAGON = { length: 100, width: 37 };

/** The liveries of the seats on the screen, where they are not those of their numbers: people keep theirs in a rematch. */
export const liveries = signal<readonly number[]>([]);

export function liveryOf(seat: number): number {
  return (liveries.value[seat] ?? seat) % LIVERIES;
}

/** The class that sets the colours of a seat. */
export function liveryClass(seat: number): string {
  return `seat-${liveryOf(seat)}`;
}

/** The pattern of a livery inside a box, as lines; the first livery is plain. */
function patternPath(style: number, left: number, top: number, right: number, bottom: number): string {
  const height = bottom - top;
  const along = (step: number, draw: (x: number) => string) => {
    let path = "";
    for (let x = left; x + step <= right + 0.01; x += step) path += draw(x);
    return path;
  };
  switch (style % LIVERIES) {
    case 1:
      return along(height, (x) => `M${x} ${bottom}L${x + height} ${top}`);
    case 2:
      return [0.25, 0.75].map((part) => `M${left} ${top + part * height}H${right}`).join("");
    case 3:
      return along(height * 0.9, (x) => `M${x + 0.4 * height} ${top + height / 2}h.01`);
    case 4:
      return `M${left} ${bottom}${along(height * 1.2, (x) => `L${x + 0.6 * height} ${top}L${x + 1.2 * height} ${bottom}`)}`;
    default:
      return "";
  }
}

interface LiveryDefinitionsProps {
  scope: string;
  vehicle: Vehicle;
}

/** SVG definitions to refer to: one picture for each vehicle and livery. */
export const LiveryDefinitions = memo(function LiveryDefinitions({ scope, vehicle }: LiveryDefinitionsProps) {
  const styles = Array.from({ length: LIVERIES }, (_, style) => style);
  return (
    <defs>
      {styles.map((style) => (
        <g key={style} id={`${scope}-wagon-${style}`}>
          {vehicle === "taxi" ? <Taxi style={style} /> : <Wagon style={style} />}
        </g>
      ))}
      {styles.map((style) => (
        <g key={style} id={`${scope}-engine-${style}`}>
          {vehicle === "taxi" ? <Taxi style={style} /> : <Engine style={style} />}
        </g>
      ))}
    </defs>
  );
});

function Wagon({ style }: { style: number }) {
  return (
    <>
      <path class="train-shadow" d="M-46 13H50Q55 21 46 22H-38Q-47 21-46 13Z" />
      <path class="train-iron" d="M-52 7H52V11H-52Z" />
      <Wheels at={[-35, -21, 21, 35]} radius={6} />
      <path class="train-body" d="M-47-9H47V9Q47 12 44 12H-44Q-47 12-47 9Z" />
      <path class="train-roof" d="M-49-7Q-49-17-38-19H38Q49-17 49-7Z" />
      <path class={`train-pattern pattern-${style}`} d={patternPath(style, -42, -16.5, 42, -9)} />
      <path class="train-window" d="M-42-4h9v9h-9ZM-29-4h9v9h-9ZM20-4h9v9h-9ZM33-4h9v9h-9Z" />
      <Badge style={style} x={0} y={0} />
    </>
  );
}

/** Faces right. */
function Engine({ style }: { style: number }) {
  return (
    <>
      <path class="train-shadow" d="M-46 13H50Q55 21 46 22H-38Q-47 21-46 13Z" />
      <path class="train-iron" d="M-52 6H46L54 18H40L36 12H-52Z" />
      <path class="train-roof" d="M29-13H41L43-24H27Z" />
      <path class="train-roof" d="M8-12Q8-20 14-20T20-12Z" />
      <path class="train-body" d="M-14-13H38Q47-13 47-2T38 9H-14Z" />
      <path class={`train-pattern pattern-${style}`} d={patternPath(style, -2, -5, 42, 3)} />
      <path class="train-body" d="M-47-15H-8V11H-47Z" />
      <path class="train-roof" d="M-51-14Q-50-20-44-20H-10Q-5-20-4-14Z" />
      <Wheels at={[-33, -15, 3]} radius={8} />
      <Wheels at={[24, 37]} radius={5.5} />
      <path class="train-lamp" d="M45-8h6v8h-6Z" />
      <Badge style={style} x={-28} y={-2} />
    </>
  );
}

function Taxi({ style }: { style: number }) {
  return (
    <>
      <path class="train-shadow" d="M-46 13H50Q55 21 46 22H-38Q-47 21-46 13Z" />
      <path class="train-sign" d="M-9-23H9V-17H-9Z" />
      <path class="train-roof" d="M-31-6L-23-16Q-21-19-17-19H15Q19-19 22-16L32-6Z" />
      <path class="train-window" d="M-24-7L-18-14Q-17-15.5-15-15.5H-3V-7ZM1-15.5H14Q16-15.5 17-14L24-7H1Z" />
      <path class="train-body" d="M-49-1Q-49-7-42-7H36Q49-6 50 2V9Q50 12 46 12H-46Q-49 12-49 9Z" />
      <path class={`train-pattern pattern-${style}`} d={patternPath(style, -43, -3, 42, 5)} />
      <Wheels at={[-29, 30]} radius={7.5} />
      <path class="train-lamp" d="M45-2h5v5h-5ZM-49-2h4v5h-4Z" />
      <Badge style={style} x={0} y={1.5} />
    </>
  );
}

function Wheels({ at, radius }: { at: number[]; radius: number }) {
  return (
    <>
      {at.map((x) => (
        <circle key={x} class="train-wheel" cx={x} cy={18.5 - radius} r={radius} />
      ))}
    </>
  );
}

/** The mark of a livery on a light disc. */
function Badge({ style, x, y }: { style: number; x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle class="train-badge" r={11.5} />
      <path class="train-mark" transform="scale(7.5)" d={markPath(style)} />
    </g>
  );
}

/** The sign of a seat wherever no train is shown: shape and pattern. */
export const SeatMark = memo(function SeatMark({ seat, title }: { seat: number; title?: string }): ComponentChildren {
  const style = liveryOf(seat);
  return (
    <svg
      class={`seat-mark ${liveryClass(seat)}`}
      viewBox="-20 -20 40 40"
      role={title ? "img" : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : "true"}
    >
      <rect class="seat-mark-ground" x="-18" y="-18" width="36" height="36" rx="9" />
      <path class={`train-pattern pattern-${style}`} d={patternPath(style, -15, -16, 15, -8)} />
      <path class={`train-pattern pattern-${style}`} d={patternPath(style, -15, 8, 15, 16)} />
      <circle class="train-badge" r="11.5" />
      <path class="train-mark" transform="scale(7.5)" d={markPath(style)} />
    </svg>
  );
});
