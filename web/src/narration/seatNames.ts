/** Player names of a table, numbered where two are equal. */

import { numbered, seatName, t } from "../i18n";
import type { SeatInfo, TableInfo } from "../wire";

export function seatNames(table: Pick<TableInfo, "seats" | "mine">): string[] {
  const names = table.seats.map((seat, number) =>
    isUnnamed(seat) && table.mine.length === 1 && table.mine[0] === number ? t("board.you") : seatName(seat, number),
  );
  return numbered(names);
}

/** The server sends the number of the seat as the name of an unnamed player. */
function isUnnamed({ kind, name }: SeatInfo): boolean {
  return kind === "person" && /^[1-9]?$/.test(name);
}
