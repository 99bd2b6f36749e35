/** The land under the tracks; drawn once, since it never changes. */

import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { knows, t } from "../../i18n";
import { outline } from "../model/outline";
import { memo } from "../../lib/memo";
import { plainSheet } from "../interaction/camera";
import type { DrawnLand, Drawing } from "../model/types";
import { type FrameProps, Light, Sea } from "./Frame";
import { washes, WASHES } from "../model/washes";

const SHORES = ["land", "foreign"];
const LINES = new Set(["river", "border", "region", "street", "bridge"]);
const AREAS = new Set("land foreign lake park mountain shade skyline trunk wood cactus hull sail".split(" "));

export interface LandProps extends Pick<FrameProps, "scope">, Partial<Pick<FrameProps, "sheet">> {
  drawing: Drawing;
}

export const Land = memo(function Land({ drawing, sheet, scope }: LandProps) {
  const paper = useMemo(() => sheet ?? signal(plainSheet(drawing)), [sheet, drawing]);
  const countries = [...new Set(drawing.land.flatMap(({ country }) => country ?? []))].sort();
  const shores = drawing.land.filter(({ kind }) => SHORES.includes(kind));
  const water = drawing.land.filter(({ kind }) => kind === "lake");
  const ground = 1 + Math.max(...shores.map((shape) => drawing.land.indexOf(shape)));
  const draw = (shapes: readonly DrawnLand[]) =>
    shapes.map((shape, index) => (
      <Shape key={index} shape={shape} tint={shape.country ? countries.indexOf(shape.country) % 4 : null} />
    ));
  return (
    <g class="board-land" clip-path={`url(#${scope}-frame)`}>
      <Sea sheet={paper} />
      <Waterlines shapes={shores} />
      {draw(drawing.land.slice(0, ground))}
      <Washes land={drawing.land} scope={scope} />
      {draw(drawing.land.slice(ground))}
      {water.map(({ path }, index) => (
        <path key={index} class="land-lake-shade" d={path} />
      ))}
      <Light sheet={paper} scope={scope} />
      {drawing.land.map((shape, index) => shape.label && <Name key={index} shape={shape} />)}
    </g>
  );
});

/** Board units that a wash reaches. */
const REACH = 88;

/** Soft colour around what stands on the land, which ends at its shores; fainter abroad, so that the country of the game
 * stands out. */
function Washes({ land, scope }: { land: DrawnLand[]; scope: string }) {
  const places = WASHES.flatMap((kind) => washes(land, kind).map((place) => ({ kind, ...place })));
  if (places.length === 0) return null;
  const ends = (country: string) => `${scope}-within-${country}`;
  return (
    <>
      <defs>
        {WASHES.map((kind) => (
          <radialGradient key={kind} id={`${scope}-wash-${kind}`} class={`wash-${kind}`}>
            <stop offset="0%" stop-opacity="0.62" />
            <stop offset="45%" stop-opacity="0.34" />
            <stop offset="100%" stop-opacity="0" />
          </radialGradient>
        ))}
        {SHORES.map((shore) => (
          <clipPath key={shore} id={ends(shore)}>
            {land.map(({ kind, path }, index) => kind === shore && <path key={index} d={path} />)}
          </clipPath>
        ))}
      </defs>
      {SHORES.map((shore) => (
        <g key={shore} class={`washes-${shore}`} clip-path={`url(#${ends(shore)})`}>
          {places.map(({ kind, x, y }, index) => (
            <circle key={index} cx={x} cy={y} r={REACH} fill={`url(#${scope}-wash-${kind})`} />
          ))}
        </g>
      ))}
      <g clip-path={`url(#${ends("land")})`}>
        {land.map(({ kind, path }, index) => kind === "land" && <path key={index} class="land-rim" d={path} />)}
      </g>
    </>
  );
}

/** Waterlines along the coasts, as old maps have them; wide enough that a simplified coast will do. */
function Waterlines({ shapes }: { shapes: DrawnLand[] }) {
  return (
    <g class="land-waterlines">
      {[3, 2, 1].map((line) => (
        <g key={line} class={`waterline-${line}`}>
          {shapes.map(({ path }, index) => (
            <path key={index} d={outline(path)} />
          ))}
        </g>
      ))}
    </g>
  );
}

function Shape({ shape, tint }: { shape: DrawnLand; tint: number | null }) {
  if (LINES.has(shape.kind)) return <path class={`land-line land-${shape.kind}`} d={shape.path} />;
  if (!AREAS.has(shape.kind)) return null;
  return <path class={`land-${shape.kind}${tint === null ? "" : ` abroad-${tint}`}`} d={shape.path} />;
}

function Name({ shape: { label } }: { shape: DrawnLand }) {
  if (!label) return null;
  const turn = `translate(${label.x} ${label.y}) rotate(${label.angle})`;
  return (
    <text class="land-name" transform={turn} font-size={label.size} text-anchor="middle" dy=".34em">
      {placeName(label.text)}
    </text>
  );
}

/** Names of waters and lands of the built-in maps, translated. */
function placeName(text: string): string {
  const key = `board.place.${text.toLowerCase().replaceAll(" ", "-")}`;
  return knows(key) ? t(key) : text;
}
