/** Overlays: ringed cities, the missing connection of a ticket, the longest trail, hover and focus. */

import type { Signal } from "@preact/signals";
import { joinCurves } from "../model/geometry";
import type { Hit } from "../interaction/hitTesting";
import { type BoardModel, citiesMeant } from "../model/boardModel";
import { memo } from "../../lib/memo";
import type { BoardState } from "../model/types";

/** The connection a ticket still lacks; below the spaces, so that their colours stay visible. */
export const MissingWay = memo(function MissingWay({ model, path }: Pick<HighlightsProps, "model" | "path">) {
  return (
    <g class="missing-way" aria-hidden="true">
      {path
        .flatMap((id) => model.route.get(id) ?? [])
        .map(({ id, drawn }) => (
          <path key={id} d={drawn.path} stroke-width={0.5 * model.width} />
        ))}
    </g>
  );
});

export interface HighlightsProps {
  model: BoardModel;
  ringed: BoardState["ringed"];
  path: BoardState["path"];
  trail: BoardState["trail"];
}

export const Highlights = memo(function Highlights({ model, ringed, path, trail }: HighlightsProps) {
  const cities = [...ringed].flatMap((id) => citiesMeant(model, id));
  const radius = model.drawing.sizes.city;
  return (
    <g class="board-highlights" aria-hidden="true">
      {path
        .flatMap((id) => model.route.get(id) ?? [])
        .map((route) => (
          <g key={route.id} class="missing">
            <path class="missing-halo" d={route.bed} />
            <path class="missing-line" d={route.bed} />
          </g>
        ))}
      {trail && trail.length > 0 && <Trail key={trail.join(" ")} model={model} trail={trail} />}
      {cities.map(({ id, drawn }) => (
        <g key={id} class="city-ringed" transform={`translate(${drawn.x} ${drawn.y})`}>
          <circle class="ring-halo" r={1.65 * radius} />
          <circle class="ring" r={1.65 * radius} />
        </g>
      ))}
    </g>
  );
});

/** A trail as one path, and how long it takes to be travelled. */
function travelled(model: BoardModel, trail: readonly string[]) {
  const routes = trail.flatMap((id) => model.route.get(id) ?? []);
  const seconds = Math.min(6, 0.5 + 0.25 * routes.length);
  return { path: joinCurves(routes.map(({ curve }) => curve)), style: { "--seconds": `${seconds}s` } };
}

/** The light that a trail lies in; below the trains, so that they stay visible. */
export const TrailLight = memo(function TrailLight({ model, trail }: Pick<HighlightsProps, "model" | "trail">) {
  if (!trail || trail.length === 0) return null;
  const { path, style } = travelled(model, trail);
  return (
    <g key={trail.join(" ")} class="trail-light" style={style} aria-hidden="true">
      <path class="trail-edge" d={path} pathLength={1} stroke-width={2.15 * model.width} />
      <path class="trail-glow" d={path} pathLength={1} stroke-width={1.8 * model.width} />
    </g>
  );
});

/** Animated as if travelled; the length sets the duration. */
function Trail({ model, trail }: { model: BoardModel; trail: readonly string[] }) {
  const { path, style } = travelled(model, trail);
  return (
    <g class="trail" style={style}>
      <path class="trail-halo" d={path} pathLength={1} stroke-width={0.26 * model.width} />
      <path class="trail-line" d={path} pathLength={1} stroke-width={0.13 * model.width} />
    </g>
  );
}

export interface PointedProps {
  model: BoardModel;
  pointed: Signal<Hit | null>;
  focused: Signal<Hit | null>;
}

/** Follows hover and focus by signals, so that nothing else of the board is redrawn. */
export function Pointed({ model, pointed, focused }: PointedProps) {
  return (
    <g class="board-focus" aria-hidden="true">
      <Outline model={model} hit={pointed.value} name="pointed" />
      <Outline model={model} hit={focused.value} name="focused" />
    </g>
  );
}

function Outline({ model, hit, name }: { model: BoardModel; hit: Hit | null; name: string }) {
  const route = hit?.kind === "route" && model.route.get(hit.id);
  if (route) return <Framed name={name} path={route.bed} />;
  const city = hit?.kind === "city" && model.city.get(hit.id);
  if (!city) return null;
  const { x, y } = city.drawn;
  const radius = 1.35 * model.drawing.sizes.city;
  return (
    <Framed
      name={name}
      path={`M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`}
    />
  );
}

function Framed({ name, path }: { name: string; path: string }) {
  return (
    <>
      <path class={`${name}-halo`} d={path} />
      <path class={name} d={path} />
    </>
  );
}
