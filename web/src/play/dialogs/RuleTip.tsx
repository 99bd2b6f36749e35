/** Rules told one at a time, with a picture, when they first matter: in the first game with a rule set. */

import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { areTexts, stored } from "../../lib/stored";
import { factWords, fetchSummary } from "../../rules/facts";
import type { RuleFact } from "../../wire";
import type { Play } from "../state/play";
import type { PlayState } from "../state/playState";
import { vehicleOf } from "../state/sentences";
import { rulesSeen } from "./Differences";
import { RulePicture } from "./RulePicture";
import { TIPS } from "./ruleTips";

/** Facts that this player has been told, with their values: the same rule of another board is not told again. */
const told = stored("tips-told", [], areTexts);

export function RuleTip({ play }: { play: Play }) {
  const { state } = play;
  const table = play.store.table.value;
  const id = table?.rules.id ?? "";
  const wanted = table !== null && !table.options.lesson && !state.watching.value && !rulesSeen.value.includes(id);
  const facts = useSignal<readonly RuleFact[]>([]);
  useEffect(() => {
    if (wanted)
      fetchSummary(id).then(
        (found) => (facts.value = found),
        () => undefined, // the rules page still has them
      );
  }, [id, wanted]);
  const fact = useComputed(() => (wanted ? factNow(state, facts.value) : null));
  const key = fact.value && keyOf(fact.value);
  useEffect(() => (key === null ? undefined : () => noteMovedOn(state, key)), [key]);
  if (!fact.value || key === null) return null;
  const words = factWords("summary", fact.value, vehicleOf(state));
  return words ? <TipCard code={fact.value.code} words={words} close={() => noteTold(key)} /> : null;
}

function noteTold(key: string): void {
  if (!told.peek().includes(key)) told.value = [...told.peek(), key];
}

/** A player who moves with the tip in view need not close it first. */
function noteMovedOn(state: PlayState, key: string): void {
  if (state.store.status.peek() === "live" && state.legal.peek() === null) noteTold(key);
}

function TipCard({ code, words, close }: { code: string; words: string; close: () => void }) {
  return (
    <aside class="rule-tip" data-covers aria-label={t("play.tip")} aria-live="polite" key={code}>
      <RulePicture code={code} />
      <p>{words}</p>
      <button type="button" class="button" onClick={close}>
        {t("play.tip-close")}
      </button>
    </aside>
  );
}

/** The first fact that matters now and has not been told. */
function factNow(state: PlayState, facts: readonly RuleFact[]): RuleFact | null {
  if (state.veiled.value || !state.open.value) return null;
  const known = new Set(told.value);
  return facts.find((fact) => TIPS[fact.code]?.(state) && !known.has(keyOf(fact))) ?? null;
}

function keyOf({ code, parameters }: RuleFact): string {
  return `${code} ${JSON.stringify(parameters)}`;
}
