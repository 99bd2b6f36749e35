/** The operator's page: load, tables, bans, accounts, read-only mode. There is nothing here without the operator's token. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { locale, t } from "../i18n";
import { Header } from "../ui/Header";
import { notifyError } from "../ui/notices";
import { Accounts } from "./Accounts";
import { AdminTables } from "./AdminTables";
import { Bans } from "./Bans";
import { LoadPanel } from "./LoadPanel";
import { refresh, signInAsOperator, signOutOperator, state, token } from "./operator";
import "../styles/admin.css";

const AGAIN = 5000;

export function AdminPage() {
  useEffect(() => {
    document.title = `${t("admin.title")} · Ferrovia`;
  }, [locale()]);
  useEffect(keepFetching, [token.value]);
  return (
    <div class="admin">
      <Header />
      <main>
        <div class="admin-head">
          <h1>{t("admin.title")}</h1>
          {state.value && (
            <button type="button" class="button" onClick={signOutOperator}>
              {t("admin.sign-out")}
            </button>
          )}
        </div>
        {state.value ? (
          <>
            <LoadPanel state={state.value} />
            <Bans orders={state.value.orders} now={state.value.now} />
            <AdminTables now={state.value.now} />
            {state.value.accounts !== null && <Accounts count={state.value.accounts} />}
          </>
        ) : (
          <SignIn />
        )}
      </main>
    </div>
  );
}

function keepFetching(): (() => void) | undefined {
  if (!token.value) return undefined;
  const fetch = () => {
    if (document.visibilityState === "visible" && token.value) refresh().catch(notifyError);
  };
  fetch();
  const timer = setInterval(fetch, AGAIN);
  return () => clearInterval(timer);
}

function SignIn() {
  const text = useSignal("");
  return (
    <form
      class="panel admin-sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        signInAsOperator(text.value);
      }}
    >
      <p>{t("admin.token.words")}</p>
      <label>
        <span>{t("admin.token")}</span>
        <input
          class="field"
          type="password"
          autoComplete="current-password"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="button primary" disabled={text.value.trim() === ""}>
        {t("admin.sign-in")}
      </button>
    </form>
  );
}
