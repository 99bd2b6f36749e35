/** The latest tables: find one, close it, mute it, ban the address of a player. */

import { t } from "../i18n";
import { notifyError } from "../ui/notices";
import type { AdminTable } from "../wire";
import { orders, refresh, tables, wanted } from "./operator";

const STATUSES = ["playing", "lobby", "over", "ended", ""];

export function AdminTables({ now }: { now: number }) {
  return (
    <section class="panel admin-tables" aria-labelledby="admin-tables">
      <h2 id="admin-tables">{t("admin.tables")}</h2>
      <Search />
      <div class="admin-scroll">
        <table>
          <thead>
            <tr>
              {["table", "rules", "players", "moves", "last"].map((column) => (
                <th key={column} scope="col">
                  {t(`admin.column.${column}`)}
                </th>
              ))}
              <th scope="col">{t("admin.column.orders")}</th>
            </tr>
          </thead>
          <tbody>
            {tables.value.map((table) => (
              <Row key={table.id} table={table} now={now} />
            ))}
          </tbody>
        </table>
      </div>
      {tables.value.length === 0 && <p class="admin-words">{t("admin.no-tables")}</p>}
    </section>
  );
}

function Search() {
  const look = (change: Partial<typeof wanted.value>) => {
    wanted.value = { ...wanted.value, ...change };
    refresh().catch(notifyError);
  };
  return (
    <div class="admin-form">
      <label>
        <span>{t("admin.status")}</span>
        <select
          class="field"
          value={wanted.value.status}
          onChange={(event) => look({ status: event.currentTarget.value })}
        >
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`admin.status.${status || "all"}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t("admin.search")}</span>
        <input
          class="field"
          type="search"
          maxLength={40}
          value={wanted.value.text}
          onChange={(event) => look({ text: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}

function Row({ table, now }: { table: AdminTable; now: number }) {
  const open = table.status === "playing" || table.status === "lobby";
  return (
    <tr>
      <td>
        <a href={`/t/${table.id}`}>{table.id}</a>
      </td>
      <td>{table.rules}</td>
      <td>
        {table.seats.map((seat, place) => (
          <span key={place} class="admin-seat" dir="auto">
            {seat.kind === "open" ? "–" : seat.name}
            {seat.addresses.map((address) => (
              <button
                key={address}
                type="button"
                class="button"
                title={t("admin.ban.address", { address })}
                onClick={() => {
                  orders.ban(address, 24, table.id).catch(notifyError);
                }}
              >
                {address}
              </button>
            ))}
          </span>
        ))}
      </td>
      <td>{table.moves}</td>
      <td>{t("admin.minutes-ago", { count: Math.max(0, Math.round((now - table.changed_at) / 60)) })}</td>
      <td class="admin-actions">
        {open && (
          <>
            <button
              type="button"
              class="button"
              aria-pressed={table.muted}
              onClick={() => {
                orders.mute(table.id, !table.muted).catch(notifyError);
              }}
            >
              {t(table.muted ? "admin.unmute" : "admin.mute")}
            </button>
            <button
              type="button"
              class="button"
              onClick={() => {
                if (confirm(t("admin.close.sure", { table: table.id }))) orders.close(table.id).catch(notifyError);
              }}
            >
              {t("admin.close")}
            </button>
          </>
        )}
      </td>
    </tr>
  );
}
