/** The score reveal beside the board: the race of points, each ticket turned over, the winners at the end. */

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { measure } from "../lib/measured";
import { lessMotion } from "../lib/settings";
import { type Cue, play as cue } from "../sound/sounds";
import { SeatMark, TicketMap } from "../board/pieces/symbols";
import type { Drawing, Vehicle } from "../board/model/types";
import { findTicket, t, ticketName } from "../i18n";
import type { BoardValues, Result, TicketResult } from "../wire";
import { Race } from "./Race";
import { signed } from "./ScoreTable";
import { type RevealStep, pointsOfStep, secondsFor } from "./revealSteps";
import { Winners } from "./Winners";

interface ScoreRevealProps {
  steps: readonly RevealStep[];
  /** The current step; null when the reveal is over. */
  shown: Signal<number | null>;
  result: Result;
  names: readonly string[];
  board: BoardValues;
  drawing: Drawing;
  vehicle: Vehicle;
  /** Seats of this screen. */
  mine: readonly number[];
}

export function ScoreReveal(props: ScoreRevealProps) {
  const { steps, shown, result, names, vehicle, mine } = props;
  const held = useSignal(lessMotion.peek());
  const panel = useRef<HTMLElement>(null);
  const at = shown.value;
  const step = at === null ? undefined : steps[at];
  const move = (to: number) => (shown.value = to < steps.length ? Math.max(0, to) : null);
  useEffect(() => {
    if (at === null || !step || held.value) return undefined;
    const timer = setTimeout(() => move(at + 1), 1000 * secondsFor(step, steps));
    return () => clearTimeout(timer);
  }, [at, held.value]);
  useEffect(() => {
    if (step) cue(soundOf(step));
  }, [at]);
  useEffect(() => {
    const element = panel.current; // the focused element went with the game
    return element ? measure([element], () => element.focus({ preventScroll: true })) : undefined;
  }, []);
  useEffect(() => followEscape(() => (shown.value = null)), []);
  if (at === null || !step) return null;
  const winning = step.kind === "winners";
  return (
    <section ref={panel} tabIndex={-1} class="final-show" aria-label={t("final.scoring")}>
      <Race result={result} steps={steps} at={at} names={names} />
      <div class="final-caption" aria-live={held.value ? "polite" : "off"} key={at}>
        {winning ? <Winners {...{ result, names, vehicle, mine }} /> : <Caption {...props} step={step} />}
      </div>
      <div class="final-show-buttons">
        {!winning && (
          <>
            <button type="button" class="button" onClick={() => ((held.value = true), move(at - 1))}>
              {t("final.show-back")}
            </button>
            <button type="button" class="button" onClick={() => ((held.value = true), move(at + 1))}>
              {t("final.show-next")}
            </button>
          </>
        )}
        <button type="button" class={`button ${winning ? "primary" : ""}`} onClick={() => (shown.value = null)}>
          {t(winning ? "final.table" : "final.skip")}
        </button>
      </div>
    </section>
  );
}

function soundOf(step: RevealStep): Cue {
  if (step.kind === "routes" || step.kind === "longest-path") return "wagon";
  if (step.kind === "winners") return "applause";
  return step.kind === "ticket" && !step.ticket.completed ? "miss" : "punch";
}

function followEscape(skip: () => void): () => void {
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === "Escape") skip();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

type CaptionProps = Pick<ScoreRevealProps, "names" | "board" | "drawing" | "vehicle"> & { step: RevealStep };

function Caption({ step, names, board, drawing, vehicle }: CaptionProps) {
  if (step.kind === "routes") return <p>{t("final.act.routes")}</p>;
  if (step.kind === "winners") return null;
  const points = pointsOfStep(step);
  return (
    <>
      {step.kind === "ticket" && <TurnedTicket ticket={step.ticket} board={board} drawing={drawing} />}
      <p class={points < 0 ? "bad" : "good"}>
        <SeatMark seat={step.seat} />
        <b dir="auto">{names[step.seat]}</b>
        <span>{stepWords(step, board, vehicle)}</span>
        <strong>{signed(points)}</strong>
      </p>
    </>
  );
}

/** A ticket that is turned over and stamped. */
function TurnedTicket({ ticket, board, drawing }: { ticket: TicketResult; board: BoardValues; drawing: Drawing }) {
  const ends = findTicket(board, ticket.ticket);
  if (!ends) return null;
  return (
    <div class="final-ticket" aria-hidden="true">
      <div class="final-ticket-card">
        <div class="final-ticket-back" />
        <div class="final-ticket-front">
          <TicketMap drawing={drawing} from={ends.from} to={Object.keys(ends.to)} joined={ticket.completed} />
          <span class={`final-stamp ${ticket.completed ? "good" : "bad"}`}>{ticket.completed ? "✓" : "✗"}</span>
        </div>
      </div>
    </div>
  );
}

function stepWords(step: Extract<RevealStep, { seat: number }>, board: BoardValues, vehicle: Vehicle): string {
  if (step.kind === "ticket") return `${step.ticket.completed ? "✓" : "✗"} ${ticketName(board, step.ticket.ticket)}`;
  if (step.kind === "longest-path") return t("final.has-longest", { length: step.score.trail_length, vehicle });
  return t("final.has-attractions", { count: step.score.attraction_cities.length });
}
