/** The score reveal over the board: a caption for each step, and bars that grow. */

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lessMotion } from "../lib/settings";
import { SeatMark } from "../board/pieces/symbols";
import type { Vehicle } from "../board/model/types";
import { listed, t, ticketName } from "../i18n";
import type { BoardValues, Result } from "../wire";
import { signed } from "./ScoreTable";
import { type RevealStep, countedUpTo, pointsOf, secondsFor } from "./revealSteps";

interface ScoreRevealProps {
  steps: readonly RevealStep[];
  /** The current step; null when the reveal is over. */
  shown: Signal<number | null>;
  result: Result;
  names: readonly string[];
  board: BoardValues;
  vehicle: Vehicle;
}

export function ScoreReveal({ steps, shown, result, names, board, vehicle }: ScoreRevealProps) {
  const held = useSignal(lessMotion.peek());
  const at = shown.value;
  useEffect(() => {
    if (at === null || held.value) return undefined;
    const timer = setTimeout(() => (shown.value = at + 1 < steps.length ? at + 1 : null), 1000 * secondsFor(steps));
    return () => clearTimeout(timer);
  }, [at, held.value]);
  const step = at === null ? undefined : steps[at];
  if (at === null || !step) return null;
  return (
    <div class="final-show">
      <Bars result={result} steps={steps} at={at} names={names} />
      <div class="final-caption" aria-live={held.value ? "polite" : "off"} key={at}>
        <Caption step={step} names={names} board={board} result={result} vehicle={vehicle} />
      </div>
      <div class="final-show-buttons">
        <button type="button" class="button" onClick={() => ((held.value = true), (shown.value = Math.max(0, at - 1)))}>
          {t("final.show-back")}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => ((held.value = true), (shown.value = at + 1 < steps.length ? at + 1 : null))}
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
  step: RevealStep;
  names: readonly string[];
  board: BoardValues;
  result: Result;
  vehicle: Vehicle;
}

function Caption({ step, names, board, result, vehicle }: CaptionProps) {
  if (step.kind === "routes") return <p>{t("final.act.routes")}</p>;
  if (step.kind === "winners") return <p class="final-act-winners">{winnersText(result, names)}</p>;
  const points = pointsOf(step);
  return (
    <p class={points < 0 ? "bad" : "good"}>
      <SeatMark seat={step.seat} />
      <b dir="auto">{names[step.seat]}</b>
      <span>{stepWords(step, board, vehicle)}</span>
      <strong>{signed(points)}</strong>
    </p>
  );
}

function stepWords(step: Extract<RevealStep, { seat: number }>, board: BoardValues, vehicle: Vehicle): string {
  if (step.kind === "ticket") return `${step.ticket.completed ? "✓" : "✗"} ${ticketName(board, step.ticket.ticket)}`;
  if (step.kind === "longest-path") return t("final.has-longest", { length: step.score.trail_length, vehicle });
  return t("final.has-attractions", { count: step.score.attraction_cities.length });
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
  steps: readonly RevealStep[];
  at: number;
  names: readonly string[];
}

/** Points as growing tracks. */
function Bars({ result, steps, at, names }: BarsProps) {
  const counted = countedUpTo(result, steps, at);
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
