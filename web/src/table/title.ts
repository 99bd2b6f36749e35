/** Shows in the tab's title whose turn it is. */

import { effect } from "@preact/signals";
import { rulesName, seatName, t } from "../i18n";
import type { TableInfo } from "../wire";
import type { TableStore } from "./store";

export function followTitle(store: TableStore): () => void {
  const stop = effect(() => {
    const table = store.latest.value;
    const asked = table?.asked.filter((seat) => table.mine.includes(seat)) ?? [];
    document.title = table ? `${titleOf(table, asked)} · Ferrovia` : "Ferrovia";
  });
  return () => {
    stop();
    document.title = "Ferrovia";
  };
}

function titleOf(table: TableInfo, asked: readonly number[]): string {
  if (table.status !== "playing") return t(`app.title.${table.status}`, { rules: rulesName(table.rules) });
  if (asked.length > 0) return table.mine.length > 1 ? `● ${nameOf(table, asked[0])}` : `● ${t("app.title.your-turn")}`;
  return nameOf(table, table.asked[0]);
}

function nameOf(table: TableInfo, seat: number | undefined): string {
  const sitting = seat === undefined ? undefined : table.seats[seat];
  return sitting && seat !== undefined ? seatName(sitting, seat) : rulesName(table.rules);
}
