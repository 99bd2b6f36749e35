/** Cities, attractions and border points, and the labels there is room for. */

import { cityName, t } from "../../i18n";
import { NOTHING } from "../model/types";
import { flagBands } from "../model/flags";
import { type BoardModel, type CityModel, countryOf } from "../model/boardModel";
import { placeLabels } from "../model/labels";
import { memo } from "../../lib/memo";

export interface CitiesProps {
  model: BoardModel;
  stop: string | null;
}

export const Cities = memo(function Cities({ model, stop }: CitiesProps) {
  return (
    <g class="board-cities">
      {model.cities.map((city) => (
        <City key={city.id} model={model} city={city} stop={stop === city.id} />
      ))}
    </g>
  );
});

const City = memo(function City({ model, city, stop }: { model: BoardModel; city: CityModel; stop: boolean }) {
  const { x, y, kind } = city.drawn;
  return (
    <g
      class={`city city-${kind}`}
      role="button"
      aria-label={t(`board.${kind}`, { name: cityName(model.rules, city.id) })}
      tabindex={stop ? 0 : -1}
      data-city={city.id}
      transform={`translate(${x} ${y}) scale(${model.drawing.sizes.city / 10})`}
    >
      <circle class="city-shadow" cx="0.8" cy="1.4" r="10" />
      {kind === "attraction" && <Attraction />}
      {kind === "country" && <Country country={countryOf(city)} />}
      {kind === "city" && <Station />}
    </g>
  );
});

function Station() {
  return (
    <>
      <circle class="city-disc" r="9" />
      <circle class="city-ring" r="5" />
    </>
  );
}

/** A golden seal with a star. */
function Attraction() {
  return (
    <>
      <path class="attraction-seal" d={SEAL} />
      <path class="attraction-star" d={STAR} />
    </>
  );
}

const SEAL = wave(12, 10.6, 9);
const STAR = wave(5, 6.4, 2.7);

function wave(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: 2 * points }, (_, index) => {
    const turn = (index * Math.PI) / points - Math.PI / 2;
    const radius = index % 2 ? inner : outer;
    return `${(radius * Math.cos(turn)).toFixed(2)} ${(radius * Math.sin(turn)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** A shield in the colours of a country. */
function Country({ country }: { country: string }) {
  const { colours, upright } = flagBands(country);
  const size = 18 / colours.length;
  return (
    <>
      <rect class="country-frame" x="-10" y="-10" width="20" height="20" rx="4.5" />
      {colours.map((colour, index) => (
        <rect
          key={index}
          class={`flag-${colour}`}
          x={upright ? -7.5 + (index * size * 15) / 18 : -7.5}
          y={upright ? -7.5 : -7.5 + (index * size * 15) / 18}
          width={upright ? (size * 15) / 18 : 15}
          height={upright ? 15 : (size * 15) / 18}
        />
      ))}
      <rect class="country-rim" x="-7.5" y="-7.5" width="15" height="15" rx="2" />
    </>
  );
}

export interface NamesProps {
  model: BoardModel;
  /** Magnification of labels, where the board is small on the screen. */
  magnified: number;
  /** Units of land beside the frame, on both sides. */
  aside?: number;
  wanted: ReadonlySet<string>;
  /** Cities of the player's own tickets. */
  own: ReadonlySet<string>;
  /** Ends of the routes claimed last. */
  lately?: ReadonlySet<string>;
  only: boolean;
}

export const Names = memo(function Names({
  model,
  magnified,
  aside = 0,
  wanted,
  own,
  lately = NOTHING,
  only,
}: NamesProps) {
  const { letter, line } = model.drawing.sizes;
  return (
    <g class="board-names" aria-hidden="true" font-size={letter * magnified}>
      {placeLabels(model, magnified, { wanted, own, lately, only }, aside).map(({ id, x, y, anchor, lines }) => (
        <text key={id} class={wanted.has(id) ? "city-name wanted" : "city-name"} text-anchor={anchor}>
          {wording(model, id, lines).map((words, index) => (
            <tspan key={index} x={x} y={y + index * line * magnified}>
              {words}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
});

/** Cities keep their names; countries are translated. */
function wording(model: BoardModel, id: string, lines: string[]): string[] {
  return model.city.get(id)?.drawn.kind === "country" ? [cityName(model.rules, id)] : lines;
}
