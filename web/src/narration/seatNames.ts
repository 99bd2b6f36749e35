/** Player names of a table, numbered where two are equal. */

import { seatName } from "../i18n";
import type { TableInfo } from "../wire";

export function seatNames(table: Pick<TableInfo, "seats">): string[] {
  const names = table.seats.map(seatName);
  return names.map((name, seat) => {
    const same = names.slice(0, seat).filter((other) => other === name).length;
    return same > 0 ? `${name} ${same + 1}` : name;
  });
}
