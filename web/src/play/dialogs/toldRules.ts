/** Facts of the rules that this player has been told, with their values: the same rule of another board is not told
 * again. */

import { areTexts, stored } from "../../lib/stored";
import { fetchSummary } from "../../rules/facts";
import type { RuleFact } from "../../wire";

export const told = stored("tips-told", [], areTexts);

export function keyOf({ code, parameters }: RuleFact): string {
  return `${code} ${JSON.stringify(parameters)}`;
}

export function noteTold(key: string): void {
  if (!told.peek().includes(key)) told.value = [...told.peek(), key];
}

/** A lesson has taught all rules of its board. */
export function noteTaught(rules: string): void {
  fetchSummary(rules).then(
    (facts) => facts.forEach((fact) => noteTold(keyOf(fact))),
    () => undefined, // then they are told once more
  );
}
