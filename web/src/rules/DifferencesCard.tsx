/** How these rules differ from ones the reader knows. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isText, stored } from "../lib/stored";
import { rulesName, t } from "../i18n";
import type { RuleFact, RulesOffer, RulesShown } from "../wire";
import { ruleFactWords, fetchDifferences } from "./facts";

const MOST_KNOWN = ["north-america-classic", "north-america"];
/** Rules the reader knows, by their own choice. */
const known = stored("rules-known", MOST_KNOWN[0] ?? "", isText);

export function DifferencesCard({ shown, offered }: { shown: RulesShown; offered: readonly RulesOffer[] }) {
  const others = offered.filter(({ id }) => id !== shown.id);
  const chosen =
    [known.value, ...MOST_KNOWN].flatMap((id) => others.find((each) => each.id === id) ?? [])[0] ?? others[0];
  const facts = useSignal<readonly RuleFact[] | null>(null);
  useEffect(() => {
    let wanted = true;
    facts.value = null;
    if (chosen)
      fetchDifferences(shown.id, chosen.id).then(
        (loaded) => wanted && (facts.value = loaded),
        () => undefined, // the card stays empty
      );
    return () => {
      wanted = false;
    };
  }, [shown.id, chosen?.id]);
  if (!chosen) return null;
  return (
    <section class="rules-card rules-differences">
      <h2>{t("rulespage.differences")}</h2>
      <label>
        <span>{t("rulespage.i-know")}</span>
        <select
          value={chosen.id}
          onChange={(event) => {
            known.value = event.currentTarget.value;
          }}
        >
          {others.map((rules) => (
            <option key={rules.id} value={rules.id}>
              {rulesName(rules)}
            </option>
          ))}
        </select>
      </label>
      {facts.value?.length === 0 && <p>{t("rulespage.same")}</p>}
      <ul>
        {facts.value?.map((fact) => {
          const words = ruleFactWords("differences", fact, shown.vehicle);
          return words && <li key={fact.code}>{words}</li>;
        })}
      </ul>
    </section>
  );
}
