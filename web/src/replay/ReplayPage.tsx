/** The replay page: finished games of this server, and records from a file. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../ui/errors";
import { Header } from "../ui/Header";
import { notify } from "../ui/notices";
import { go, route } from "../lib/router";
import { Waiting } from "../ui/Waiting";
import { locale, t } from "../i18n";
import { api } from "../net/api";
import { showLiveries } from "../table/seatLiveries";
import { addressOf, fetchGame, isNoSeat, openedRecord, type LoadedReplay, type Source } from "./source";
import { Upload } from "./Upload";
import { Viewer } from "./Viewer";
import "../styles/board.css";
import "../styles/replay.css";

export function ReplayPage() {
  const shown = route.value;
  useEffect(() => {
    document.title = `${t("replay.title")} · Ferrovia`;
  }, [locale()]);
  if (shown.page !== "replay") return null;
  const source: Source | null = shown.table === null ? openedRecord.value : { table: shown.table };
  return (
    <div class="replay">
      <Header />
      {source ? <Fetched key={keyOf(source)} source={source} at={shown.at} seat={shown.seat} /> : <Upload />}
    </div>
  );
}

function keyOf(source: Source): string {
  return "table" in source ? source.table : source.record;
}

interface FetchedProps {
  source: Source;
  at: number | null;
  seat: number | null;
}

/** Keep showing the previous view while another is loading. */
function Fetched({ source, at, seat }: FetchedProps) {
  const shown = useSignal<LoadedReplay | null>(null);
  const failure = useSignal<unknown>(null);
  useEffect(() => {
    let wanted = true;
    failure.value = null;
    fetchGame(source, seat).then(
      (loaded) => wanted && (shown.value = loaded),
      (error: unknown) => wanted && (seat !== null && isNoSeat(error) ? showAll(source, at) : (failure.value = error)),
    );
    return () => {
      wanted = false;
    };
  }, [seat]);
  useEffect(() => ("table" in source ? followWorn(source.table) : undefined), []);
  if (failure.value) return <Failed failure={failure.value} />;
  if (!shown.value) return <Waiting />;
  return <Viewer source={source} shown={shown.value} at={at} />;
}

/** The liveries that the players had at the table; a record has none. Returns a function that puts them aside. */
function followWorn(table: string): () => void {
  let wanted = true;
  api.table(table).then(
    ({ seats }) => wanted && showLiveries(seats),
    () => undefined, // those of the seats' numbers do
  );
  return () => {
    wanted = false;
    showLiveries([]);
  };
}

/** No such seat: a mistyped address, or a game with more players. */
function showAll(source: Source, at: number | null): void {
  notify(t("replay.no-such-seat"));
  go(addressOf(source, at ?? 0, null), true);
}

function Failed({ failure }: { failure: unknown }) {
  return (
    <main class="sorry">
      <h1>{t("replay.failed")}</h1>
      <p role="alert">{errorText(failure)}</p>
      <p class="sorry-actions">
        <a
          class="button primary"
          href="/replay"
          onClick={() => {
            openedRecord.value = null;
          }}
        >
          {t("replay.other")}
        </a>
      </p>
    </main>
  );
}
