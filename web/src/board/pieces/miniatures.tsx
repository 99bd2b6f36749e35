/** Miniatures: a thumbnail of a map, and the places of a ticket. */

import { apart } from "../model/geometry";
import { outline } from "../model/outline";
import { memo } from "../../lib/memo";
import { tokenOf } from "../model/shapes";
import type { BoardRules, Drawing, DrawnCity, DrawnLand, Point } from "../model/types";

export interface MiniBoardProps {
  drawing: Drawing;
  /** With rules, tracks have their colours. */
  rules?: BoardRules;
}

/** Few elements, no names, nothing to click. */
export const MiniBoard = memo(function MiniBoard({ drawing, rules }: MiniBoardProps) {
  const { width, height, sizes } = drawing;
  const colour = new Map(rules?.routes.map((route) => [route.id, tokenOf(route.colour)]));
  return (
    <svg class="mini-board" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <rect class="land-sea" width={width} height={height} />
      <Ground drawing={drawing} />
      {Object.entries(drawing.routes).map(([id, { path }]) => (
        <path
          key={id}
          class={`mini-track colour-${colour.get(id) ?? "gray"}`}
          d={path}
          stroke-width={0.8 * sizes.city}
        />
      ))}
      {Object.entries(drawing.cities).map(([id, { x, y }]) => (
        <circle key={id} class="mini-city" cx={x} cy={y} r={sizes.city} />
      ))}
    </svg>
  );
});

const GROUND = new Set(["land", "foreign", "lake", "park"]);

function Ground({ drawing }: { drawing: Drawing }) {
  return (
    <>
      {drawing.land.filter(isGround).map((shape, index) => (
        <path key={index} class={`land-${shape.kind}`} d={outline(shape.path)} />
      ))}
    </>
  );
}

function isGround({ kind }: DrawnLand): boolean {
  return GROUND.has(kind);
}

export interface TicketMapProps {
  drawing: Drawing;
  /** Ids of the ends; a country stands for all its border points. */
  from: string;
  to: readonly string[];
  /** Routes that are missing, or those that connect it. */
  way?: readonly string[];
  joined?: boolean;
}

const NO_WAY: readonly string[] = [];

/** Two places on a simplified map, joined by a bow. */
export const TicketMap = memo(function TicketMap({ drawing, from, to, way = NO_WAY, joined = false }: TicketMapProps) {
  const { width, height } = drawing;
  const starts = placesOf(drawing, from);
  const ends = to.map((id) => placesOf(drawing, id));
  const radius = 0.032 * Math.max(width, height);
  return (
    <svg class={joined ? "ticket-map joined" : "ticket-map"} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect class="land-sea" width={width} height={height} rx={0.03 * width} />
      <g class="ticket-ground">
        <Ground drawing={drawing} />
      </g>
      {way.map((id) => (
        <path key={id} class="ticket-way" d={drawing.routes[id]?.path ?? ""} stroke-width={0.45 * radius} />
      ))}
      {way.length === 0 &&
        ends.flatMap((places) => {
          const line = shortest(starts, places);
          return line ? [<path key={line} class="ticket-crow" d={line} stroke-width={0.35 * radius} />] : [];
        })}
      {[...starts, ...ends.flat()].map(({ x, y }) => (
        <circle key={`${x} ${y}`} class="ticket-place" cx={x} cy={y} r={radius} stroke-width={0.4 * radius} />
      ))}
    </svg>
  );
});

function placesOf(drawing: Drawing, id: string): DrawnCity[] {
  const city = drawing.cities[id];
  if (city) return [city];
  const points = Object.entries(drawing.cities).filter(
    ([name, { kind }]) => kind === "country" && name.startsWith(`${id}-`),
  );
  return points.map(([, place]) => place);
}

function shortest(starts: readonly Point[], ends: readonly Point[]): string | null {
  const pairs = starts.flatMap((from) => ends.map((to) => ({ from, to, length: apart(from, to) })));
  const nearest = pairs.toSorted((one, other) => one.length - other.length)[0];
  return nearest ? crow(nearest.from, nearest.to) : null;
}

/** Bent, so that it looks like a journey and not like a track. */
function crow(from: Point, to: Point): string {
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const lift = 0.16 * apart(from, to);
  return `M${from.x} ${from.y}Q${x} ${y - lift} ${to.x} ${to.y}`;
}
