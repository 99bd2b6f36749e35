/** The land under the tracks; drawn once, since it never changes. */

import { knows, t } from "../../i18n";
import { outline } from "../model/outline";
import { memo } from "../../lib/memo";
import type { DrawnLand, Drawing } from "../model/types";

const LINES = new Set(["river", "border", "region", "street", "bridge"]);
const AREAS = new Set("land foreign lake park mountain shade skyline trunk wood cactus hull sail".split(" "));

export interface LandProps {
  drawing: Drawing;
  /** Prefix for element ids, unique for each board on the page. */
  scope: string;
}

export const Land = memo(function Land({ drawing, scope }: LandProps) {
  const countries = [...new Set(drawing.land.flatMap(({ country }) => country ?? []))].sort();
  const shores = drawing.land.filter(({ kind }) => kind === "land" || kind === "foreign");
  const water = drawing.land.filter(({ kind }) => kind === "lake");
  return (
    <g class="board-land" clip-path={`url(#${scope}-frame)`}>
      <rect class="land-sea" x="-20" y="-20" width={drawing.width + 40} height={drawing.height + 40} />
      <Waterlines shapes={shores} />
      {drawing.land.map((shape, index) => (
        <Shape key={index} shape={shape} tint={shape.country ? countries.indexOf(shape.country) % 4 : null} />
      ))}
      {water.map(({ path }, index) => (
        <path key={index} class="land-lake-shade" d={path} />
      ))}
      <rect width={drawing.width} height={drawing.height} fill={`url(#${scope}-light)`} />
      {drawing.land.map((shape, index) => shape.label && <Name key={index} shape={shape} />)}
    </g>
  );
});

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
