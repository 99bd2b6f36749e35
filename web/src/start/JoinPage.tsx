/** At a table by its code. */

import { useSignal } from "@preact/signals";
import { errorText } from "../app/errors";
import { Header } from "../app/Header";
import { go, route } from "../app/router";
import { playerName } from "../app/settings";
import { t } from "../language/language";
import { api } from "../net/api";
import { NameForm } from "./NameForm";
import "../styles/start.css";

export function JoinPage() {
  const problem = useSignal("");
  const busy = useSignal(false);
  const shown = route.value;
  const code = shown.page === "join" ? shown.code : "";
  const join = async () => {
    busy.value = true;
    try {
      const { table } = await api.join(code, playerName.value.trim());
      go(`/t/${table.id}`, true);
    } catch (error) {
      problem.value = errorText(error);
    }
    busy.value = false;
  };
  return (
    <div class="start">
      <Header />
      <main class="way-in panel">
        <h1>{t("start.join-code", { code })}</h1>
        <NameForm busy={busy.value} problem={problem.value} button={t("start.sit-down")} onDone={() => void join()} />
      </main>
    </div>
  );
}
