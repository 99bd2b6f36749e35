/** A table whose game Ana has won against a bot. */

import type { TableInfo } from "../../wire";

export const finishedTable = {
  id: "abc",
  status: "over",
  rules: { id: "tuscany", name: "Tuscany", hash: "" },
  mine: [0],
  changed_at: 1000.4,
  asked: [],
  options: { lesson: null },
  seats: [
    { kind: "person", name: "Ana", bot: null, away: false },
    { kind: "bot", name: "porter", bot: "porter", away: false },
  ],
  result: { winners: [0], scores: [] },
} as unknown as TableInfo;
