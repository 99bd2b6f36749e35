/** Tables at which this browser had help: a hint, a move taken back, a bot in its seat. They do not count for ratings. */

import { areTexts, stored } from "../lib/stored";

const MOST_TABLES = 200;
const helped = stored<string[]>("helped", [], areTexts);

export function noteHelp(table: string): void {
  if (hadHelp(table)) return;
  helped.value = [...helped.peek(), table].slice(-MOST_TABLES);
}

export function hadHelp(table: string): boolean {
  return helped.peek().includes(table);
}
