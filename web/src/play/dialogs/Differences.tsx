/** Differences from known rules, or a summary without any. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { areTexts, stored } from "../../lib/stored";
import { ruleFactWords, fetchDifferences, fetchSummary } from "../../rules/facts";
import { rulesName, t } from "../../i18n";
import type { RuleFact } from "../../wire";
import { Dialog } from "./Dialog";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";

/** Rules this player has played to the end of a game, the latest last. */
export const rulesSeen = stored("rules-seen", [], areTexts);

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
      (loaded) => {
        facts.value = loaded;
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
        const words = ruleFactWords(room, fact, vehicle);
        return words && <li key={fact.code}>{words}</li>;
      })}
    </ul>
  );
}

/** After a first game the player knows its rules; spectators and lessons do not count. */
export function noteRulesKnown(play: Play): void {
  const table = play.store.table.peek();
  if (!table || table.options.lesson || play.state.watching.peek() || rulesSeen.peek().includes(table.rules.id)) return;
  rulesSeen.value = [...rulesSeen.peek(), table.rules.id];
}
