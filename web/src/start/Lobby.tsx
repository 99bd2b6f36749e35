/** A table that waits for its players: who is there, and how the others come. */

import { useEffect } from "preact/hooks";
import { copy } from "../app/copying";
import { Header } from "../app/Header";
import { notifyError } from "../app/notices";
import { go } from "../app/router";
import { SeatMark } from "../board/symbols";
import { OnlyHere } from "../common/OnlyHere";
import { rulesName, seatName, t } from "../language/language";
import { api } from "../net/api";
import type { TableStore } from "../table/store";
import type { SeatInfo, TableInfo } from "../wire";
import { fetchOffers } from "./offers";
import { OpenSeat } from "./OpenSeat";
import { Poster } from "./Pictures";
import "../styles/start.css";

export function Lobby({ store, table }: { store: TableStore; table: TableInfo }) {
  useEffect(() => {
    fetchOffers();
  }, []);
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const seated = table.mine.length > 0;
  return (
    <div class="start">
      <Header />
      <main class="lobby">
        <div class="lobby-map panel">
          <Poster rules={table.rules} />
          <h1>{rulesName(table.rules)}</h1>
        </div>
        <section class="lobby-seats panel">
          <h2 aria-live="polite">{t("start.waiting", { count: free })}</h2>
          <p class="setup-words">{t(seated ? "start.waiting.words" : "start.looking-on")}</p>
          {table.code && <Code code={table.code} />}
          <ol class="seat-rows">
            {table.seats.map((seat, number) => (
              <li key={number}>
                <SeatMark seat={number} />
                {seat.kind === "open" ? (
                  <OpenSeat table={table} seat={number} />
                ) : (
                  <Seated seat={seat} number={number} mine={table.mine.includes(number)} />
                )}
              </li>
            ))}
          </ol>
          {table.host && <OnlyHere />}
          {table.options.spectators && seated && (
            <p class="lobby-leave">
              <button type="button" class="button quiet" onClick={() => void copy(location.href)}>
                {t("start.copy-spectators")}
              </button>
            </p>
          )}
          {seated && <Leave table={table} store={store} />}
        </section>
      </main>
    </div>
  );
}

function Code({ code }: { code: string }) {
  return (
    <p class="lobby-code">
      <span>{t("start.say-code")}</span>
      <output>{code}</output>
    </p>
  );
}

function Seated({ seat, number, mine }: { seat: SeatInfo; number: number; mine: boolean }) {
  const words = mine ? "start.seat.mine" : seat.kind === "person" && !seat.present ? "start.seat.gone" : `start.seat.${seat.kind}`;
  return (
    <div class="seated">
      <strong>{seatName(seat, number)}</strong>
      <small>{t(words)}</small>
    </div>
  );
}

function Leave({ table, store }: { table: TableInfo; store: TableStore }) {
  const leave = async () => {
    try {
      if (table.host) await api.end(table.id);
      else await Promise.all(table.mine.map((seat) => api.leave(table.id, seat)));
      store.close();
      go("/", true);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <p class="lobby-leave">
      <button type="button" class="button quiet" onClick={() => void leave()}>
        {t(table.host ? "start.close-table" : "start.leave")}
      </button>
    </p>
  );
}
