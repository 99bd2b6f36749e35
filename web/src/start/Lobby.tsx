/** The lobby: who is there, and how to invite the others. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { copy } from "../ui/clipboard";
import { Header } from "../ui/Header";
import { notify, notifyError } from "../ui/notices";
import { go } from "../lib/router";
import { SeatMark } from "../board/pieces/symbols";
import { LetOthersIn } from "../ui/LetOthersIn";
import { rulesName, seatName, t } from "../i18n";
import { api } from "../net/api";
import { sharedOrigin } from "../net/network";
import type { TableStore } from "../table/store";
import { alerts, askAlerts, canPush } from "../table/turnAlerts";
import type { SeatInfo, TableInfo } from "../wire";
import { fetchOffers } from "./offers";
import { OpenSeat } from "./OpenSeat";
import { Poster } from "./Poster";
import { Terms } from "./TableFacts";
import "../styles/start.css";

export function Lobby({ store, table }: { store: TableStore; table: TableInfo }) {
  useEffect(() => {
    fetchOffers();
  }, []);
  const next = table.seats.findIndex((seat) => seat.kind === "open");
  /** The seat whose QR code is shown, never two: side by side, a camera takes one for the other. */
  const selected = useSignal<number | "next" | "none">("next");
  const taken = typeof selected.value === "number" && table.seats[selected.value]?.kind !== "open";
  const coded = selected.value === "next" || taken ? next : selected.value;
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const seated = table.mine.length > 0;
  return (
    <div class="start">
      <Header />
      <main class="lobby">
        <div class="lobby-map panel">
          <Poster rules={table.rules} />
          <h1>{rulesName(table.rules)}</h1>
          <Terms options={table.options} />
        </div>
        <section class="lobby-seats panel">
          <h2 aria-live="polite">{t("start.waiting", { count: free })}</h2>
          <p class="setup-words">{t(seated ? "start.waiting.words" : "start.looking-on")}</p>
          {table.code && <Code code={table.code} />}
          {table.options.clock.kind === "days" && seated && <TellMe />}
          {table.host && <LetOthersIn />}
          <ol class="seat-rows">
            {table.seats.map((seat, number) => (
              <li key={number}>
                <SeatMark seat={number} />
                {seat.kind === "open" ? (
                  <OpenSeat
                    table={table}
                    seat={number}
                    coded={number === coded}
                    toggle={() => {
                      selected.value = number === coded ? "none" : number;
                    }}
                  />
                ) : (
                  <Seated table={table} seat={seat} number={number} />
                )}
              </li>
            ))}
          </ol>
          <p class="lobby-actions">
            {table.options.spectators && seated && (
              <button type="button" class="button" onClick={() => void copy(sharedOrigin() + location.pathname)}>
                {t("start.copy-spectators")}
              </button>
            )}
            {seated && <Leave table={table} store={store} />}
          </p>
        </section>
      </main>
    </div>
  );
}

/** In a game of days nobody waits at the page. */
function TellMe() {
  if (!canPush()) return null;
  return (
    <label class="tell-me">
      <input
        type="checkbox"
        checked={alerts.value}
        onChange={(event) => void switchAlerts(event.currentTarget.checked)}
      />
      {t("start.tell-me")}
    </label>
  );
}

async function switchAlerts(on: boolean): Promise<void> {
  if (!(await askAlerts(on))) notify(t("app.no-alerts"), "bad");
}

function Code({ code }: { code: string }) {
  return (
    <p class="lobby-code">
      <span>{t("start.say-code")}</span>
      <output>{code}</output>
    </p>
  );
}

function Seated({ table, seat, number }: { table: TableInfo; seat: SeatInfo; number: number }) {
  const mine = table.mine.includes(number);
  const words = [presenceWords(seat, mine)];
  if (number === table.hosted_by && !mine) words.push(t("start.seat.host"));
  return (
    <div class="seated">
      <strong dir="auto">{seatName(seat, number)}</strong>
      <small>{words.join(" · ")}</small>
    </div>
  );
}

function presenceWords(seat: SeatInfo, mine: boolean): string {
  if (mine) return t("start.seat.mine");
  return t(seat.kind === "person" && !seat.present ? "start.seat.gone" : `start.seat.${seat.kind}`);
}

/** Closing a table sends others away, so this asks for confirmation. */
function Leave({ table, store }: { table: TableInfo; store: TableStore }) {
  const sure = useSignal(false);
  const company = table.seats.some(({ kind }, seat) => kind === "person" && !table.mine.includes(seat));
  const asks = table.host && company && !sure.value;
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
    <button type="button" class="button" onClick={() => (asks ? (sure.value = true) : void leave())}>
      {t(!table.host ? "start.leave" : sure.value ? "start.close-sure" : "start.close-table")}
    </button>
  );
}
