/** A line plot over turns, and the same data as a table. */

import { liveryClass, liveryOf } from "../board/pieces/liveries";
import { markPath } from "../board/model/shapes";
import { listed, t } from "../i18n";
import { across, keepApart, linePath, scaleOf, SIZE, up } from "./plotting";

interface PlotProps {
  title: string;
  turns: readonly number[];
  /** One row per seat. */
  rows: readonly (readonly number[])[];
  names: readonly string[];
}

const MARK = 11;

export function Plot({ title, turns, rows, names }: PlotProps) {
  const scale = scaleOf(rows.flat());
  const ends = keepApart(
    rows.map((row) => up(row.at(-1) ?? 0, scale)),
    MARK,
  );
  const last = turns.at(-1) ?? 0;
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={spoken(title, rows, names)}>
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <path class="plot-grid" d={`M${SIZE.left} ${up(tick, scale)}H${SIZE.width - SIZE.right}`} />
            <text class="plot-text" x={SIZE.left - 5} y={up(tick, scale) + 3.5} text-anchor="end">
              {tick}
            </text>
          </g>
        ))}
        {scaleOf([last], 5).ticks.map((turn) => (
          <text key={turn} class="plot-text" x={across(turn, turns)} y={SIZE.height - 6} text-anchor="middle">
            {turn}
          </text>
        ))}
        {rows.map((row, seat) => (
          <g key={seat} class={`plot-line ${liveryClass(seat)} plot-seat-${liveryOf(seat)}`}>
            <path class="plot-halo" d={linePath(turns, row, scale)} />
            <path class="plot-path" d={linePath(turns, row, scale)} />
            <path
              class="plot-mark"
              transform={`translate(${SIZE.width - SIZE.right + 10} ${ends[seat] ?? 0}) scale(5)`}
              d={markPath(liveryOf(seat))}
            />
          </g>
        ))}
      </svg>
      <details>
        <summary>{t("replay.as-table")}</summary>
        <Numbers title={title} turns={turns} rows={rows} names={names} />
      </details>
    </figure>
  );
}

/** A text alternative: the final values. */
function spoken(title: string, rows: PlotProps["rows"], names: readonly string[]): string {
  return `${title}: ${listed(rows.map((row, seat) => `${names[seat] ?? ""} ${row.at(-1) ?? 0}`))}`;
}

function Numbers({ title, turns, rows, names }: PlotProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a keyboard must reach it
    <div class="statistics-scroll" tabIndex={0} role="region" aria-label={title}>
      <table class="statistics-table">
        <caption class="spoken">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("replay.turn-column")}</th>
            {rows.map((_, seat) => (
              <th key={seat} scope="col" dir="auto">
                {names[seat]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turns.map((turn, index) => (
            <tr key={index}>
              <th scope="row">{turn}</th>
              {rows.map((row, seat) => (
                <td key={seat}>{row[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
