/** The liveries at the open table: in a rematch, those of the game before. */

import { liveries } from "../board/pieces/liveries";
import type { SeatInfo } from "../wire";
import type { TableStore } from "./store";

export function showLiveries(seats: readonly SeatInfo[]): void {
  const styles = seats.map(({ livery }) => livery);
  if (styles.join() !== liveries.peek().join()) liveries.value = styles;
}

/** Follow a table; returns a function that stops. */
export function followLiveries(store: Pick<TableStore, "table">): () => void {
  const stop = store.table.subscribe((table) => showLiveries(table?.seats ?? []));
  return () => {
    stop();
    showLiveries([]);
  };
}
