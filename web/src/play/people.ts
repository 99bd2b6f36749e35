/** Who sits at the table, by names that can be told apart. */

import { botName, t } from "../language/language";
import type { SeatInfo, TableInfo } from "../wire";

export function seatNames(table: Pick<TableInfo, "seats">): string[] {
  const names = table.seats.map(plainName);
  return names.map((name, seat) => {
    const same = names.slice(0, seat).filter((other) => other === name).length;
    return same > 0 ? `${name} ${same + 1}` : name;
  });
}

function plainName(seat: SeatInfo, number: number): string {
  if (seat.kind === "bot") return botName(seat.bot ?? seat.name);
  return seat.name || t("board.seat", { seat: number + 1 });
}
