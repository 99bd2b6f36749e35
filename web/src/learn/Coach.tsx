/** The coach of a lesson: explains the step, points at its target, advances when it is done. */

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { textMode } from "../lib/settings";
import { cityName, findRoute, findTicket, routeName, t, ticketName } from "../i18n";
import type { Play } from "../play/state/play";
import type { BoardValues, Legal, LessonShown, SeenView, StepShown } from "../wire";
import { Finished } from "./Finished";
import { fetchLessons, lessons, noteDone } from "./lessons";
import type { Place } from "./coachPlacement";
import { isBegun, isReading, stepNow } from "./progress";
import { Rings } from "./Rings";
import "../styles/learn.css";

export function Coach({ play }: { play: Play }) {
  const id = play.store.table.value?.options.lesson ?? null;
  const closed = useSignal(false);
  useEffect(() => {
    if (id) fetchLessons().catch(() => undefined); // without steps it is an ordinary game
  }, [id]);
  const lesson = lessons.value.find((each) => each.id === id);
  if (!lesson || closed.value) return null;
  return <Coaching play={play} lesson={lesson} close={() => (closed.value = true)} />;
}

interface CoachingProps {
  play: Play;
  lesson: LessonShown;
  close: () => void;
}

function Coaching({ play, lesson, close }: CoachingProps) {
  const passed = useSignal<ReadonlySet<string>>(new Set());
  const small = useSignal(false);
  const place = useSignal<Place | null>(null);
  const state = useComputed(() => {
    const [view, log] = [play.store.view.value, play.store.log.value];
    return view && { log, view, seat: view.seat, passed: passed.value };
  });
  const now = useComputed(() => (state.value ? stepNow(lesson, state.value) : 0));
  const begun = useComputed(() => state.value !== null && isBegun(lesson, state.value));
  const over = play.store.table.value?.status === "over";
  const step = lesson.steps[now.value];
  const pass = () => step && (passed.value = new Set([...passed.peek(), step.id]));
  useEffect(() => {
    if (!step) noteDone(lesson.id);
  }, [step === undefined]);
  const route = routeOf(step, play.store.legal.value);
  useEffect(() => {
    play.state.taught.value = route;
    return () => (play.state.taught.value = null);
  }, [route]);
  return (
    <>
      {!textMode.value && (
        <Rings
          points={pointsOf(step, route)}
          place={place}
          hidden={small.value || play.state.dialog.value !== null || play.state.hint.value !== null}
        />
      )}
      <section
        class={`coach ${small.value ? "small" : ""} ${play.state.hint.value ? "aside" : ""}`}
        data-covers
        style={textMode.value ? undefined : styleOf(place.value)}
        aria-label={t("learn.coach")}
      >
        <h2 class="spoken">{t("learn.coach")}</h2>
        <header class="coach-head">
          <Dots count={lesson.steps.length} now={now.value} />
          <button
            type="button"
            class="coach-fold"
            aria-expanded={!small.value}
            aria-label={t(small.value ? "learn.unfold" : "learn.fold")}
            title={t(small.value ? "learn.unfold" : "learn.fold")}
            onClick={() => (small.value = !small.value)}
          >
            {small.value ? "+" : "–"}
          </button>
          <button type="button" class="coach-fold" aria-label={t("learn.stop")} title={t("learn.stop")} onClick={close}>
            ×
          </button>
        </header>
        <div class="coach-words" aria-live="polite" hidden={small.value}>
          {step ? (
            <StepWords play={play} step={step} begun={begun.value} key={step.id} />
          ) : (
            <Finished lesson={lesson} playOn={over ? null : close} />
          )}
        </div>
        {step && !small.value && (
          <footer class="coach-foot">
            {isReading(step) ? (
              <button type="button" class="button primary" onClick={pass}>
                {t("learn.go-on")}
              </button>
            ) : (
              <button type="button" class="button quiet" onClick={pass}>
                {t("learn.skip-step")}
              </button>
            )}
          </footer>
        )}
      </section>
    </>
  );
}

/** The route a step is about, while it can be claimed. */
function routeOf(step: StepShown | undefined, legal: Legal | null): string | null {
  const route = step?.needs?.startsWith("claim:") ? step.needs.slice(6) : null;
  return route !== null && legal?.claims[route] ? route : null;
}

/** A step about one route points at that route, not at all claimable ones. */
function pointsOf(step: StepShown | undefined, route: string | null): readonly string[] {
  const points = step?.point ?? [];
  return route === null ? points : points.map((point) => (point === "claimable" ? `route:${route}` : point));
}

function styleOf(place: Place | null): Record<string, string> {
  return Object.fromEntries(Object.entries(place ?? {}).map(([side, length]) => [side, `${length}px`]));
}

function Dots({ count, now }: { count: number; now: number }) {
  return (
    <div class="coach-dots">
      <span class="spoken">{t("learn.step", { step: Math.min(now + 1, count), steps: count })}</span>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} aria-hidden="true" class={index < now ? "done" : index === now ? "now" : ""} />
      ))}
    </div>
  );
}

/** While others play, or after one card, it is unknown whether a route can be claimed: keep the previous text. */
function StepWords({ play, step, begun }: { play: Play; step: StepShown; begun: boolean }) {
  const [view, legal, board] = [play.store.view.value, play.store.legal.value, play.store.rules.value?.board];
  const fits = useRef(true);
  if (!view || !board) return null;
  if (step.needs && legal && (view.phase === "turn" || step.needs.startsWith("market:")))
    fits.current = isThere(step.needs, view, legal);
  const key = (begun && step.begun) || (!fits.current && step.otherwise) || step.text;
  const names = Object.entries(step.names).map(([place, id]): [string, string] => [place, nameOf(board, id)]);
  return <p>{t(key, Object.fromEntries(names))}</p>;
}

function isThere(needs: string, view: SeenView, legal: Legal): boolean {
  const cut = needs.indexOf(":");
  const [kind, id] = [needs.slice(0, cut), needs.slice(cut + 1)];
  return kind === "market" ? (view.market[id] ?? 0) > 0 : legal.claims[id] !== undefined;
}

function nameOf(board: BoardValues, id: string): string {
  if (findTicket(board, id)) return ticketName(board, id);
  return findRoute(board, id) ? routeName(board, id) : cityName(board, id);
}
