/** Accounts: find one, see its games, sign it out, withdraw a passkey, close it. */

import { useSignal } from "@preact/signals";
import { locale, t } from "../i18n";
import { notifyError } from "../ui/notices";
import type { AdminAccount, AdminPasskey, AdminTable } from "../wire";
import { accounts, findAccounts, gamesOf, orders } from "./operator";

export function Accounts({ count }: { count: number }) {
  const text = useSignal("");
  return (
    <section class="panel admin-accounts" aria-labelledby="admin-accounts">
      <h2 id="admin-accounts">
        {t("admin.accounts")} <small>{t("admin.accounts.count", { count })}</small>
      </h2>
      <form
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          findAccounts(text.value.trim()).catch(notifyError);
        }}
      >
        <label>
          <span>{t("admin.accounts.search")}</span>
          <input
            class="field"
            type="search"
            maxLength={100}
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </label>
        <button type="submit" class="button">
          {t("admin.accounts.find")}
        </button>
      </form>
      {accounts.value?.length === 0 && <p class="admin-words">{t("admin.no-accounts")}</p>}
      <ul>
        {(accounts.value ?? []).map((account) => (
          <Account key={account.id} account={account} />
        ))}
      </ul>
    </section>
  );
}

function Account({ account }: { account: AdminAccount }) {
  const games = useSignal<readonly AdminTable[] | null>(null);
  const { id, name } = account;
  return (
    <li>
      <strong dir="auto">{name}</strong> <code class="admin-id">{id}</code>{" "}
      <span class="admin-words">
        {t("admin.account.since", { date: day(account.created_at) })} ·{" "}
        {t("admin.account.browsers", { count: account.browsers })}
      </span>
      <span class="admin-actions">
        <button
          type="button"
          class="button"
          onClick={() => {
            gamesOf(id).then((listed) => {
              games.value = listed;
            }, notifyError);
          }}
        >
          {t("admin.account.games")}
        </button>
        <button
          type="button"
          class="button"
          disabled={account.browsers === 0}
          onClick={() => {
            orders.signAccountOut(id).catch(notifyError);
          }}
        >
          {t("admin.account.sign-out")}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            if (confirm(t("admin.account.close.sure", { name }))) orders.closeAccount(id).catch(notifyError);
          }}
        >
          {t("admin.account.close")}
        </button>
      </span>
      <ul>
        {account.passkeys.map((passkey) => (
          <Passkey key={passkey.id} account={account} passkey={passkey} />
        ))}
      </ul>
      {games.value?.length === 0 && <p class="admin-words">{t("admin.account.no-games")}</p>}
      {games.value?.map((table) => (
        <a key={table.id} class="admin-seat" href={`/t/${table.id}`}>
          {`${table.id} · ${table.rules} · ${t(`admin.status.${table.status}`)}`}
        </a>
      ))}
    </li>
  );
}

function Passkey({ account, passkey }: { account: AdminAccount; passkey: AdminPasskey }) {
  const created = day(passkey.created_at);
  return (
    <li>
      <span class="admin-words">{t("admin.passkey", { created, used: day(passkey.used_at) })}</span>
      <button
        type="button"
        class="button"
        onClick={() => {
          const sure = account.passkeys.length === 1 ? "admin.passkey.last.sure" : "admin.passkey.sure";
          if (confirm(t(sure, { name: account.name, created })))
            orders.withdrawPasskey(account.id, passkey.id).catch(notifyError);
        }}
      >
        {t("admin.passkey.withdraw")}
      </button>
    </li>
  );
}

function day(at: number): string {
  return new Date(at * 1000).toLocaleDateString(locale(), { dateStyle: "medium" });
}
