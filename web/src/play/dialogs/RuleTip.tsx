/** Rules told one at a time, with a picture, when they first matter: in the first game with a rule set. */

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../i18n";
import { knowsGame } from "../../lib/settings";
import { ruleFactWords, fetchSummary } from "../../rules/facts";
import type { RuleFact } from "../../wire";
import type { Play } from "../state/play";
import type { PlayState } from "../state/playState";
import { vehicleOf } from "../state/sentences";
import { rulesSeen } from "./Differences";
import { keyOf, noteTold, told } from "./toldRules";
import { RulePicture } from "./RulePicture";
import { isBasic, TIPS } from "./ruleTips";
import { tipPlace } from "./tipPlace";

/** Pixels of the announcement of the last round. */
const BANNER = 36;

export function RuleTip({ play }: { play: Play }) {
  const { state } = play;
  const table = play.store.table.value;
  const id = table?.rules.id ?? "";
  const wanted = table !== null && !table.options.lesson && !state.watching.value && !rulesSeen.value.includes(id);
  const facts = useSignal<readonly RuleFact[]>([]);
  useEffect(() => {
    if (wanted)
      fetchSummary(id).then(
        (loaded) => (facts.value = loaded),
        () => undefined, // the rules page still has them
      );
  }, [id, wanted]);
  const fact = useComputed(() => (wanted ? factNow(state, facts.value) : null));
  const key = fact.value && keyOf(fact.value);
  useEffect(() => (key === null ? undefined : () => noteMovedOn(state, key)), [key]);
  if (!fact.value || key === null) return null;
  const words = ruleFactWords("summary", fact.value, vehicleOf(state));
  return words ? <TipCard code={fact.value.code} words={words} close={() => noteTold(key)} /> : null;
}

/** A player who moves with the tip in view need not close it first. */
function noteMovedOn(state: PlayState, key: string): void {
  if (state.store.status.peek() === "live" && state.legal.peek() === null) noteTold(key);
}

function TipCard({ code, words, close }: { code: string; words: string; close: () => void }) {
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => place(card.current), [code, words]);
  return (
    <aside ref={card} class="rule-tip" data-covers aria-label={t("play.tip")} aria-live="polite" key={code}>
      <RulePicture code={code} />
      <p>{words}</p>
      <button type="button" class="button" onClick={close}>
        {t("play.tip-close")}
      </button>
    </aside>
  );
}

/** On wide screens; on phones it lies at the upper edge. */
function place(card: HTMLElement | null): void {
  const board = card?.parentElement;
  if (!card || !board || !globalThis.matchMedia?.("(width >= 60rem)").matches) return;
  const cities = [...board.querySelectorAll("[data-city]")].map((each) => each.getBoundingClientRect());
  const middles = cities.map(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }));
  const banner = document.querySelector(".last-round") ? BANNER : 0;
  const { left, top } = tipPlace(board.getBoundingClientRect(), card.getBoundingClientRect(), middles, banner);
  Object.assign(card.style, { left: `${left}px`, top: `${top}px` });
}

/** The first fact that matters now and has not been told. */
function factNow(state: PlayState, facts: readonly RuleFact[]): RuleFact | null {
  if (state.veiled.value || !state.open.value) return null;
  const known = new Set(told.value);
  const isNews = (fact: RuleFact) => !known.has(keyOf(fact)) && !(knowsGame.value && isBasic(fact));
  return facts.find((fact) => TIPS[fact.code]?.(state) && isNews(fact)) ?? null;
}
