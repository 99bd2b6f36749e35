/** A table by its address: invitation, lobby, then the game. */

import { useEffect, useMemo } from "preact/hooks";
import { refusalText } from "../ui/errors";
import { lazy } from "../ui/lazy";
import { route, seatSecret } from "../lib/router";
import { Waiting } from "../ui/Waiting";
import { t } from "../i18n";
import { checkFreshness } from "../net/freshness";
import { noteTables, playerChanges } from "../profile/history";
import { ConnectionNotice } from "../table/ConnectionNotice";
import { followLiveries } from "../table/seatLiveries";
import { TableStore } from "../table/store";
import { followTitle } from "../table/title";
import { followPush } from "../table/turnAlerts";
import { forgetLinks } from "./links";
import { Lobby } from "./Lobby";
import { SitDown } from "./SitDown";
import { Sorry } from "./Sorry";
import "../styles/start.css";

const Game = lazy(async () => (await import("../play/GameScreen")).GameScreen);

export function TablePage() {
  const shown = route.value;
  const id = shown.page === "table" ? shown.table : "";
  const store = useMemo(() => new TableStore(id), [id]);
  useEffect(() => () => store.close(), [store]);
  useEffect(() => followLiveries(store), [store]);
  useEffect(() => followTitle(store), [store]);
  useEffect(() => followPush(store), [store]);
  useEffect(() => watchLosses(store), [store]);
  useEffect(() => noteGames(store), [store]);
  useEffect(() => Game.fetch(), []); // preload in the lobby, so that the game starts at once
  return (
    <>
      <Inside store={store} />
      <ConnectionNotice store={store} />
    </>
  );
}

function Inside({ store }: { store: TableStore }) {
  const table = store.table.value;
  const secret = seatSecret.value;
  if (table?.status === "ended" && !store.view.value)
    return <Sorry title={t("start.closed")}>{t("start.closed.words")}</Sorry>;
  if (secret) return <SitDown store={store} secret={secret} />;
  const refusal = store.refusal.value;
  if (refusal) return <Sorry title={t("start.not-here")}>{refusalText({ code: refusal, parameters: {} })}</Sorry>;
  if (!table) return <Waiting />;
  const free = table.seats.some((seat) => seat.kind === "open");
  if (table.status === "lobby" && free) return <Lobby store={store} table={table} />;
  return table.status === "lobby" ? <Waiting /> : <Game store={store} />;
}

/** Keep the game once it is over, unless the player has signed in or out meanwhile. */
function noteGames(store: TableStore): () => void {
  const since = playerChanges.peek();
  return store.table.subscribe((table) => table && noteTables([table], since));
}

/** After a reconnect the page may be outdated; once the game runs, its invitations are void. */
function watchLosses(store: TableStore): () => void {
  let lost = false;
  const statuses = store.status.subscribe((status) => {
    if (status === "live" && lost) void checkFreshness();
    lost = status === "lost" || (lost && status !== "live");
  });
  const tables = store.table.subscribe((table) => {
    if (table && table.status !== "lobby") forgetLinks(store.id);
  });
  return () => {
    statuses();
    tables();
  };
}
