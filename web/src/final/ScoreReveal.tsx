/** The reveal over the board: a caption for each act, and how everybody's points grow. */

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lessMotion } from "../lib/settings";
import { SeatMark } from "../board/pieces/symbols";
import type { Vehicle } from "../board/model/types";
import { listed, t, ticketName } from "../i18n";
import type { Board, Result } from "../wire";
import { signed } from "./ScoreTable";
import { type Act, countedUpTo, pointsOf, secondsFor } from "./revealSteps";

interface ShowProps {
  acts: readonly Act[];
  /** Which act is shown; null: none. */
  shown: Signal<number | null>;
  result: Result;
  names: readonly string[];
  board: Board;
  vehicle: Vehicle;
}

export function Show({ acts, shown, result, names, board, vehicle }: ShowProps) {
  const held = useSignal(lessMotion.peek());
  const at = shown.value;
  useEffect(() => {
    if (at === null || held.value) return undefined;
    const timer = setTimeout(() => (shown.value = at + 1 < acts.length ? at + 1 : null), 1000 * secondsFor(acts));
    return () => clearTimeout(timer);
  }, [at, held.value]);
  const act = at === null ? undefined : acts[at];
  if (at === null || !act) return null;
  return (
    <div class="final-show">
      <Bars result={result} acts={acts} at={at} names={names} />
      <div class="final-caption" aria-live={held.value ? "polite" : "off"} key={at}>
        <Caption act={act} names={names} board={board} result={result} vehicle={vehicle} />
      </div>
      <div class="final-show-buttons">
        <button type="button" class="button" onClick={() => ((held.value = true), (shown.value = Math.max(0, at - 1)))}>
          {t("final.show-back")}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => ((held.value = true), (shown.value = at + 1 < acts.length ? at + 1 : null))}
        >
          {t("final.show-next")}
        </button>
        <button type="button" class="button primary" onClick={() => (shown.value = null)}>
          {t("final.skip")}
        </button>
      </div>
    </div>
  );
}

interface CaptionProps {
  act: Act;
  names: readonly string[];
  board: Board;
  result: Result;
  vehicle: Vehicle;
}

function Caption({ act, names, board, result, vehicle }: CaptionProps) {
  if (act.kind === "routes") return <p>{t("final.act.routes")}</p>;
  if (act.kind === "winners") return <p class="final-act-winners">{winnersText(result, names)}</p>;
  const points = pointsOf(act);
  return (
    <p class={points < 0 ? "bad" : "good"}>
      <SeatMark seat={act.seat} />
      <b dir="auto">{names[act.seat]}</b>
      <span>{actWords(act, board, vehicle)}</span>
      <strong>{signed(points)}</strong>
    </p>
  );
}

function actWords(act: Extract<Act, { seat: number }>, board: Board, vehicle: Vehicle): string {
  if (act.kind === "ticket") return `${act.ticket.completed ? "✓" : "✗"} ${ticketName(board, act.ticket.ticket)}`;
  if (act.kind === "longest-path") return t("final.has-longest", { length: act.score.trail_length, vehicle });
  return t("final.has-attractions", { count: act.score.attraction_cities.length });
}

/** `Ana wins with 112 points`, `Ana and Bia share the victory`. */
export function winnersText(result: Result, names: readonly string[]): string {
  const winners = result.winners.map((seat) => names[seat] ?? "");
  const points = result.scores.find(({ seat }) => seat === result.winners[0])?.total ?? 0;
  if (winners.length === 1) return t("final.wins", { name: winners[0] ?? "", points });
  return t("final.share", { names: listed(winners), points });
}

interface BarsProps {
  result: Result;
  acts: readonly Act[];
  at: number;
  names: readonly string[];
}

/** Everybody's points as tracks that grow. */
function Bars({ result, acts, at, names }: BarsProps) {
  const counted = countedUpTo(result, acts, at);
  const most = Math.max(1, ...result.scores.map(({ total, routes }) => Math.max(total, routes)));
  return (
    <ul class="final-bars" aria-hidden="true">
      {result.scores.map(({ seat }) => {
        const points = counted.get(seat) ?? 0;
        return (
          <li key={seat} class={`seat-${seat % 5}`} title={names[seat]}>
            <SeatMark seat={seat} />
            <span class="final-bar">
              <span style={{ width: `${(100 * Math.max(0, points)) / most}%` }} />
            </span>
            <span class="final-bar-points">{points}</span>
          </li>
        );
      })}
    </ul>
  );
}
