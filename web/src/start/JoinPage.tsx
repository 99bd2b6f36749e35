/** Joins a table by its code: shows the table, asks for a name, takes a seat. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText, refusalText } from "../ui/errors";
import { Header } from "../ui/Header";
import { go, route } from "../lib/router";
import { playerName } from "../lib/settings";
import { locale, t } from "../i18n";
import { api, RequestError } from "../net/api";
import type { TableInfo } from "../wire";
import { showLiveries } from "../table/seatLiveries";
import { CodeForm } from "./WaysIn";
import { NameForm } from "./NameForm";
import { Poster } from "./Poster";
import { TableFacts } from "./TableFacts";
import "../styles/start.css";

export function JoinPage() {
  const shown = route.value;
  const code = shown.page === "join" ? shown.code : "";
  return (
    <div class="start">
      <Header />
      {code ? <WayIn key={code} code={code} /> : <NoCode />}
    </div>
  );
}

/** Without a code in the address, ask for it. */
function NoCode() {
  useEffect(() => {
    document.title = `${t("start.join")} · Ferrovia`;
  }, [locale()]);
  return (
    <main class="way-in panel">
      <h1>{t("start.join")}</h1>
      <p>{t("start.join.words")}</p>
      <CodeForm />
    </main>
  );
}

function WayIn({ code }: { code: string }) {
  const table = useSignal<TableInfo | null>(null);
  const failure = useSignal<unknown>(null);
  const busy = useSignal(false);
  useEffect(() => {
    showLiveries(table.value?.seats ?? []);
    return () => showLiveries([]);
  }, [table.value]);
  useEffect(() => {
    document.title = `${t("start.join")} · Ferrovia`;
    api.tableByCode(code).then(
      (joined) => (joined.mine.length > 0 ? go(`/t/${joined.id}`, true) : (table.value = joined)), // already seated
      (error: unknown) => (failure.value = error),
    );
  }, []);
  const join = async () => {
    busy.value = true;
    try {
      const opened = await api.join(code, playerName.value.trim());
      go(`/t/${opened.table.id}`, true);
    } catch (error) {
      failure.value = error;
    }
    busy.value = false;
  };
  const unknown = isUnknown(failure.value);
  const problem = unknown
    ? refusalText({ code: "no-such-code", parameters: {} })
    : failure.value
      ? errorText(failure.value)
      : "";
  return (
    <main class="way-in panel">
      {table.value && <Poster rules={table.value.rules} />}
      <h1>{t("start.join-code", { code })}</h1>
      {table.value && !unknown && <TableFacts table={table.value} />}
      {unknown ? (
        <>
          <p class="problem" role="alert">
            {problem}
          </p>
          <CodeForm />
        </>
      ) : (
        <NameForm busy={busy.value} problem={problem} button={t("start.sit-down")} onDone={() => void join()} />
      )}
    </main>
  );
}

/** No such code, or all seats are taken by now. */
function isUnknown(failure: unknown): boolean {
  return failure instanceof RequestError && (failure.code === "no-such-code" || failure.code === "bad-message");
}
