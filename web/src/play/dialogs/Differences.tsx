/** Differences from known rules, or a summary without any. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { areTexts, stored } from "../../lib/stored";
import { factWords, fetchDifferences, fetchSummary } from "../../rules/facts";
import { rulesName, t } from "../../i18n";
import type { RuleFact } from "../../wire";
import { Dialog } from "./Dialog";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";

/** Rules whose card has been shown, the latest last. */
const rulesSeen = stored("rules-seen", [], areTexts);

export function Differences({ play, onClose }: { play: Play; onClose: () => void }) {
  const rules = play.store.table.value?.rules;
  if (!rules) return null;
  const known = rulesSeen.value.findLast((id) => id !== rules.id); // compare only with rules this player has played
  return (
    <Dialog
      title={t(known ? "play.differences" : "play.summary", { rules: rulesName(rules) })}
      onClose={onClose}
      name="rules-card"
    >
      {known && <p class="faint">{t("play.differences-words", { known: rulesName({ id: known, name: known }) })}</p>}
      <Facts play={play} id={rules.id} known={known} />
      {known && (
        <details class="facts-more">
          <summary>{t("play.summary-short")}</summary>
          <Facts play={play} id={rules.id} />
        </details>
      )}
      <p class="dialog-actions">
        <a class="button quiet" href={`/rules/${encodeURIComponent(rules.id)}`} target="_blank" rel="noopener">
          {t("play.all-rules")}
        </a>
        <button type="button" class="button primary" onClick={onClose}>
          {t("play.understood")}
        </button>
      </p>
    </Dialog>
  );
}

/** Differences from known rules, or a summary without any. */
function Facts({ play, id, known }: { play: Play; id: string; known?: string | undefined }) {
  const room = known ? "differences" : "summary";
  const facts = useSignal<RuleFact[]>([]);
  const failed = useSignal(false);
  useEffect(() => {
    (known ? fetchDifferences(id, known) : fetchSummary(id)).then(
      (found) => {
        facts.value = found;
      },
      () => {
        failed.value = true;
      },
    );
  }, [id, known]);
  if (failed.value) return <p>{t("app.no-network")}</p>;
  const vehicle = vehicleOf(play.state);
  return (
    <ul class="facts">
      {facts.value.map((fact) => {
        const words = factWords(room, fact, vehicle);
        return words && <li key={fact.code}>{words}</li>;
      })}
    </ul>
  );
}

/** Show the card when these rules are played here for the first time. */
export function showRulesOnce(play: Play): void {
  const id = play.store.table.peek()?.rules.id;
  const lesson = play.store.table.peek()?.options.lesson; // the coach explains instead
  if (!id || lesson || play.state.watching.peek() || rulesSeen.peek().includes(id)) return;
  rulesSeen.value = [...rulesSeen.peek(), id];
  if (play.state.dialog.peek() === null) play.state.dialog.value = "rules";
}
