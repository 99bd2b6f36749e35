/** This browser's tables, so that closing a tab loses no game. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { listed, numbered, rulesName, seatName, t } from "../i18n";
import { pollWhileVisible } from "../lib/polling";
import { api } from "../net/api";
import type { TableInfo } from "../wire";
import { noteTables, playerChanges } from "./history";
import { timeAgo } from "./timeAgo";
import "../styles/games/own-tables.css";

const tables = signal<TableInfo[]>([]);
playerChanges.subscribe(() => {
  tables.value = []; // the next player must not see them
});
const all = signal(false);
const AGAIN = 15_000;
/** One row: the form for a new game should stay in view. */
const FEW = 4;

/** `running`: only those that are not over. */
export function OwnTables({ running = false }: { running?: boolean }) {
  useEffect(keepFetching, [playerChanges.value]);
  const listed = tables.value
    .filter((table) => !running || isOpen(table))
    .sort((one, other) => rank(one) - rank(other));
  if (listed.length === 0) return null;
  const shown = all.value ? listed : listed.slice(0, FEW);
  return (
    <section class="own" aria-labelledby="own-title">
      <div class="own-head">
        <h2 id="own-title">{running ? t("start.own-running") : <a href="/games">{t("start.own")}</a>}</h2>
        {listed.length > FEW && (
          <button
            type="button"
            class="button"
            aria-expanded={all.value}
            onClick={() => {
              all.value = !all.value;
            }}
          >
            {all.value ? t("start.own-few") : t("start.own-all", { count: listed.length })}
          </button>
        )}
      </div>
      <ul>
        {shown.map((table) => (
          <Row key={table.id} table={table} />
        ))}
      </ul>
    </section>
  );
}

function keepFetching(): () => void {
  const since = playerChanges.peek();
  return pollWhileVisible(() => {
    api.tables().then(
      (own) => {
        if (since !== playerChanges.peek()) return;
        tables.value = own;
        noteTables(own, since);
      },
      () => undefined, // shown when the server answers again
    );
  }, AGAIN);
}

function isOpen(table: TableInfo): boolean {
  return table.status === "lobby" || table.status === "playing";
}

function myTurn(table: TableInfo): boolean {
  return table.status === "playing" && table.mine.some((seat) => table.asked.includes(seat));
}

/** Tables that wait for the player first, then running ones, then finished ones, latest first. */
function rank(table: TableInfo): number {
  const group = myTurn(table) ? 0 : isOpen(table) ? 1 : 2;
  return group * 1e12 - table.changed_at;
}

/** The other players, or how many are missing. */
function companyOf(table: TableInfo): string {
  const names = table.seats.flatMap((seat, number) =>
    table.mine.includes(number) || seat.kind === "open" ? [] : [seatName(seat, number)],
  );
  if (names.length > 0) return listed(numbered(names));
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  return free > 0 ? t("start.waiting", { count: free }) : t("start.own-alone");
}

function Row({ table }: { table: TableInfo }) {
  return (
    <li>
      <a
        class={`own-table ${myTurn(table) ? "mine" : ""}`}
        href={table.status === "over" ? `/r/${table.id}` : `/t/${table.id}`}
      >
        <strong>{rulesName(table.rules)}</strong>
        <span class="own-names" dir="auto">
          {companyOf(table)}
        </span>
        <span class="own-state">{stateOf(table)}</span>
        <span class="own-when">{timeAgo(table.changed_at)}</span>
      </a>
    </li>
  );
}

function stateOf(table: TableInfo): string {
  if (table.status === "lobby") return t("start.state.lobby");
  if (table.status === "ended") return t("start.state.ended");
  if (table.status === "over") {
    const won = table.mine.some((seat) => table.result?.winners.includes(seat));
    return t(table.mine.length === 1 ? (won ? "start.state.won" : "start.state.lost") : "start.state.over");
  }
  if (myTurn(table)) return t("start.state.mine");
  const asked = table.asked[0] ?? 0;
  const seat = table.seats[asked];
  return t("start.state.theirs", { name: seat ? seatName(seat, asked) : "" });
}
