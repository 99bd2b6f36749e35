/** What differs from the game one knows: a card made from the rules' own data. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { stored } from "../app/stored";
import { knows, rulesName, t } from "../language/language";
import { request } from "../net/api";
import type { RuleFact } from "../wire";
import { Dialog } from "./Dialog";
import type { Play } from "./play";

/** The game that most people know. */
const KNOWN = "north-america-classic";
/** Rules whose card was shown once. */
export const rulesSeen = stored<string[]>("rules-seen", []);

export function Differences({ play, onClose }: { play: Play; onClose: () => void }) {
  const rules = play.store.table.value?.rules;
  const facts = useSignal<RuleFact[]>([]);
  const compared = rules?.id !== KNOWN;
  useEffect(() => {
    if (!rules) return;
    const path = `/api/rules/${encodeURIComponent(rules.id)}`;
    request<RuleFact[]>("GET", compared ? `${path}/differences?from=${KNOWN}` : `${path}/summary`).then(
      (found) => {
        facts.value = found;
      },
      () => onClose(),
    );
  }, [rules?.id]);
  if (!rules) return null;
  const room = compared ? "differences" : "summary";
  return (
    <Dialog title={t(compared ? "play.differences" : "play.summary", { rules: rulesName(rules) })} onClose={onClose} name="rules-card">
      {compared && <p class="faint">{t("play.differences-words", { known: rulesName({ id: KNOWN, name: KNOWN }) })}</p>}
      <ul class="facts">
        {facts.value.map(({ code, parameters }) => {
          const key = `rules.${room}.${code}`;
          return knows(key) && <li key={code}>{t(key, { vehicle: play.store.rules.value?.vehicle ?? "train", ...parameters })}</li>;
        })}
      </ul>
      <p class="dialog-actions">
        <a class="button quiet" href={`/rules/${rules.id}`} target="_blank" rel="noopener">
          {t("play.all-rules")}
        </a>
        <button type="button" class="button primary" onClick={onClose}>
          {t("play.understood")}
        </button>
      </p>
    </Dialog>
  );
}

/** Show the card once, the first time these rules are played here. */
export function showRulesOnce(play: Play): void {
  const id = play.store.table.peek()?.rules.id;
  if (!id || play.watching.peek() || rulesSeen.peek().includes(id)) return;
  rulesSeen.value = [...rulesSeen.peek(), id];
  if (play.dialog.peek() === null) play.dialog.value = "rules";
}
