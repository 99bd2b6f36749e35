/** Trains on claimed routes, and the phantom wagons of a staged claim. */

import { useRef } from "preact/hooks";
import { liveryOf, WAGON } from "../pieces/liveries";
import { type BoardModel, part, type RouteModel, spaceSize } from "../model/boardModel";
import { memo } from "../../lib/memo";
import type { BoardState, Space } from "../model/types";

export interface TrainsProps extends Pick<BoardState, "owners" | "latest" | "staged"> {
  model: BoardModel;
  /** How many of them are there: all, unless the board comes or goes gradually. */
  share?: number;
  scope: string;
}

export const Trains = memo(function Trains({ model, share = 1, owners, latest, staged, scope }: TrainsProps) {
  const before = useRef<BoardState["owners"] | null>(null);
  const fresh = useRef(new Set<string>());
  if (before.current !== owners) {
    if (before.current) follow(fresh.current, before.current, owners);
    before.current = owners;
  }
  const phantom = staged && owners[staged.route] === undefined ? model.route.get(staged.route) : undefined;
  return (
    <g class="board-trains" aria-hidden="true">
      {part(model.routes, share).map((route) => {
        const owner = owners[route.id];
        if (owner === undefined) return null;
        const [news, appears] = [latest.has(route.id), fresh.current.has(route.id)];
        return <Train key={route.id} route={route} style={liveryOf(owner)} {...{ scope, latest: news, appears }} />;
      })}
      {phantom && staged && <Train key="staged" route={phantom} style={liveryOf(staged.seat)} scope={scope} phantom />}
    </g>
  );
});

/** Collect the routes claimed since the board was first drawn: their trains roll in, once. */
function follow(fresh: Set<string>, before: BoardState["owners"], now: BoardState["owners"]): void {
  for (const route of Object.keys(now)) if (before[route] === undefined) fresh.add(route);
  for (const route of fresh) if (now[route] === undefined) fresh.delete(route);
}

interface TrainProps {
  route: RouteModel;
  style: number;
  scope: string;
  latest?: boolean;
  appears?: boolean;
  phantom?: boolean;
}

const Train = memo(function Train({ route, style, scope, latest, appears, phantom }: TrainProps) {
  const { spaces } = route.drawn;
  const size = spaceSize(route.drawn);
  const engine = enginePlace(spaces);
  const classes = ["train", `seat-${style}`];
  if (phantom) classes.push("phantom");
  if (appears) classes.push("appears");
  return (
    <g class={classes.join(" ")} data-train={route.id}>
      {latest && <path class="train-latest" d={route.bed} />}
      <path class="train-fall" d={route.drawn.path} stroke-width={1.1 * size[1]} transform="translate(1.2 2.6)" />
      <path class="train-casing" d={route.drawn.path} stroke-width={1.15 * size[1]} />
      <path class="train-ribbon" d={route.drawn.path} stroke-width={0.85 * size[1]} />
      {spaces.map((place, index) => (
        <g key={index} transform={placed(place, size)}>
          <use
            class="wagon"
            style={{ "--wagon": index }}
            href={`#${scope}-${index === engine ? "engine" : "wagon"}-${style}`}
          />
        </g>
      ))}
    </g>
  );
});

/** Trains are larger than the spaces they stand on. */
const LARGER = 1.1;
const WIDER = 1.38;

function placed({ x, y, angle }: Space, [length, width]: [number, number]): string {
  const [long, wide] = [(length * LARGER) / WAGON.length, (width * WIDER) / WAGON.width];
  return `translate(${x} ${y}) rotate(${angle}) scale(${long.toFixed(4)} ${wide.toFixed(4)})`;
}

/** Vehicles face right in their own frame: the engine leads at the end that lies in that direction. */
function enginePlace(spaces: readonly Space[]): number {
  const [first, last] = [spaces[0], spaces.at(-1)];
  if (!first || !last) return 0;
  const turn = (last.angle * Math.PI) / 180;
  const ahead = (last.x - first.x) * Math.cos(turn) + (last.y - first.y) * Math.sin(turn);
  return ahead >= 0 ? spaces.length - 1 : 0;
}
