/** Statistics of a game: totals of each player, and plots over turns. */

import type { Vehicle } from "../board/model/types";
import { lasting, locale, t } from "../i18n";
import type { SeatStatistics, Statistics } from "../wire";
import { Player } from "../narration/parts";
import { Plot } from "./Plot";

interface StatisticsProps {
  statistics: Statistics;
  names: readonly string[];
  vehicle: Vehicle;
}

type Key = keyof SeatStatistics;

const GROUPS: { name: string; keys: Key[] }[] = [
  {
    name: "points",
    keys: [
      "points",
      "points_routes",
      "points_tickets",
      "points_completed",
      "points_lost",
      "points_longest_path",
      "points_attractions",
    ],
  },
  { name: "tickets", keys: ["tickets_completed", "tickets_lost", "kept_at_opening", "kept_later", "ticket_draws"] },
  {
    name: "routes",
    keys: [
      "routes",
      "trains",
      "trains_left",
      "average_route",
      "longest_route",
      "longest_path",
      "attractions",
      "tunnels_tried",
      "tunnels_refused",
    ],
  },
  {
    name: "cards",
    keys: [
      "cards_hidden",
      "cards_visible",
      "cards_visible_locomotives",
      "cards_paid",
      "locomotives_paid",
      "cards_left",
      "flushes",
    ],
  },
  { name: "turns", keys: ["turns", "passes"] },
];

/** Hidden when all zero: most rules do not have them. */
const RARE = new Set<Key>([
  "points_longest_path",
  "points_attractions",
  "longest_path",
  "attractions",
  "tunnels_tried",
  "tunnels_refused",
  "passes",
]);

export function StatisticsView({ statistics, names, vehicle }: StatisticsProps) {
  const { series } = statistics;
  const plots = { points: series.points, trains: series.trains, cards: series.cards };
  return (
    <div class="statistics">
      <p class="statistics-game">{gameWords(statistics, names)}</p>
      {Object.entries(plots).map(([name, rows]) => (
        <Plot key={name} title={t(`replay.plot.${name}`, { vehicle })} turns={series.turns} rows={rows} names={names} />
      ))}
      <SeatTable statistics={statistics} names={names} vehicle={vehicle} />
    </div>
  );
}

function gameWords(
  { turns, moves, seconds, flushes, renewals, last_round_by }: Statistics,
  names: readonly string[],
): string {
  const sentences = [t("replay.game.length", { turns, moves })];
  if (seconds !== null && seconds > 0) sentences.push(t("replay.game.time", { time: duration(seconds) }));
  if (last_round_by !== null) sentences.push(t("replay.game.last-round", { name: names[last_round_by] ?? "" }));
  if (flushes > 0) sentences.push(t("replay.game.flushes", { flushes }));
  if (renewals > 0) sentences.push(t("replay.game.renewals", { renewals }));
  return sentences.join(" ");
}

/** `12 min`, `1 hr 5 min`. */
function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes === 0) return lasting([[Math.round(seconds), "second"]]);
  if (minutes < 60) return lasting([[minutes, "minute"]]);
  return minutes < 2880
    ? lasting([
        [Math.floor(minutes / 60), "hour"],
        [minutes % 60, "minute"],
      ])
    : lasting([[Math.round(minutes / 1440), "day"]]);
}

function SeatTable({ statistics, names, vehicle }: StatisticsProps) {
  const { seats } = statistics;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a keyboard must reach it
    <div class="statistics-scroll" tabIndex={0} role="region" aria-label={t("replay.statistics")}>
      <table class="statistics-table">
        <caption class="spoken">{t("replay.statistics")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="spoken">{t("replay.what")}</span>
            </th>
            {seats.map((_, seat) => (
              <th key={seat} scope="col">
                <Player seat={seat} name={names[seat] ?? ""} />
              </th>
            ))}
          </tr>
        </thead>
        {GROUPS.map(({ name, keys }) => (
          <tbody key={name}>
            <tr class="statistics-group">
              <th scope="rowgroup" colSpan={seats.length + 1}>
                {t(`replay.group.${name}`, { vehicle })}
              </th>
            </tr>
            {keys
              .filter((key) => shown(seats, key))
              .map((key) => (
                <tr key={key}>
                  <th scope="row">{t(`replay.count.${key}`, { vehicle })}</th>
                  {seats.map((seat, number) => (
                    <td key={number}>{written(seat[key])}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function shown(seats: readonly SeatStatistics[], key: Key): boolean {
  return !RARE.has(key) || seats.some((seat) => seat[key] !== 0);
}

function written(value: number | null): string {
  return value === null
    ? "–"
    : new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value).replace("-", "−");
}
