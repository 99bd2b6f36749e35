/** Takes a seat by its invitation link. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../ui/errors";
import { Header } from "../ui/Header";
import { forgetSecret } from "../lib/router";
import { playerName } from "../lib/settings";
import { t } from "../i18n";
import { api } from "../net/api";
import type { TableStore } from "../table/store";
import type { TableInfo } from "../wire";
import { NameForm } from "./NameForm";
import { Poster } from "./Poster";
import { TableFacts } from "./TableFacts";
import "../styles/start.css";

export function SitDown({ store, secret }: { store: TableStore; secret: string }) {
  const problem = useSignal("");
  const busy = useSignal(false);
  const known = useSignal<TableInfo | null>(null);
  useEffect(() => {
    api.table(store.id).then(
      (shown) => (known.value = shown), // a table without spectators sends nothing over the socket yet
      () => undefined, // taking the seat reports the error
    );
  }, [store]);
  const table = store.table.value ?? known.value;
  const taken = table?.seats.every(({ kind }) => kind !== "open") ?? false;
  const sit = async () => {
    busy.value = true;
    try {
      await api.take(store.id, secret, taken ? "" : playerName.value.trim());
      forgetSecret();
      store.reconnect();
    } catch (error) {
      problem.value = errorText(error);
    }
    busy.value = false;
  };
  if (taken && table) return <GoOn table={table} busy={busy.value} problem={problem.value} onGo={() => void sit()} />;
  return (
    <div class="start">
      <Header />
      <main class="way-in panel">
        {table && <Poster rules={table.rules} />}
        <h1>{t("start.invited")}</h1>
        {table && <TableFacts table={table} />}
        <NameForm busy={busy.value} problem={problem.value} button={t("start.sit-down")} onDone={() => void sit()}>
          {table?.options.spectators && (
            <button type="button" class="button" onClick={forgetSecret}>
              {t("start.look-on")}
            </button>
          )}
        </NameForm>
        {table && table.mine.length > 0 && <p class="setup-words">{t("start.sit-down-too")}</p>}
      </main>
    </div>
  );
}

/** All seats are taken: the link moves its player to this screen. */
function GoOn({ table, busy, problem, onGo }: { table: TableInfo; busy: boolean; problem: string; onGo: () => void }) {
  return (
    <div class="start">
      <Header />
      <main class="way-in panel">
        <Poster rules={table.rules} />
        <h1>{t("start.go-on")}</h1>
        <TableFacts table={table} />
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="name-form-actions">
          <button type="button" class="button primary" disabled={busy} onClick={onGo}>
            {t("start.go-on.go")}
          </button>
        </div>
      </main>
    </div>
  );
}
