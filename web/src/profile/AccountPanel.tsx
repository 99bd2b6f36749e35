/** The account on "Your games", where the server has accounts: passkeys, signing in and out, deleting it. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { date, t } from "../i18n";
import { playerName } from "../lib/settings";
import { notify, notifyError } from "../ui/notices";
import type { AccountShown, PasskeyInfo } from "../wire";
import {
  account,
  addPasskey,
  createAccount,
  deleteAccount,
  isOffered,
  keepProfile,
  keepProfileSoon,
  loadAccount,
  removePasskey,
  signIn,
  signOut,
  signOutOthers,
  UnsavedGames,
} from "./account";
import { history } from "./history";
import { NoPasskey } from "./passkeys";

type Run = (work: () => Promise<void>, done?: () => string, failing?: (error: unknown) => void) => void;

export function AccountPanel() {
  const busy = useSignal(false);
  useEffect(() => {
    loadAccount().catch(notifyError);
    return () => void keepProfile().catch(notifyError); // at once, when the page is left
  }, []);
  useEffect(() => keepProfileSoon(notifyError), [history.value, playerName.value]);
  if (!isOffered()) return null;
  const run: Run = (work, done, failing = failed) => {
    busy.value = true;
    work()
      .then(() => done && notify(done(), "good"), failing)
      .finally(() => (busy.value = false));
  };
  const own = account.value?.account;
  return (
    <section class="games-account panel" aria-labelledby="account-title">
      <h2 id="account-title">{t("games.account")}</h2>
      <fieldset class="games-account-parts" disabled={busy.value}>
        {own ? <Own own={own} run={run} /> : <Guest run={run} />}
      </fieldset>
    </section>
  );
}

function failed(error: unknown): void {
  if (error instanceof NoPasskey) notify(t("games.account.not-used"));
  else notifyError(error);
}

const welcome = () => t("games.account.welcome", { name: account.value?.account?.name ?? "" });

function Guest({ run }: { run: Run }) {
  return (
    <>
      <p class="games-words">{t("games.account.words")}</p>
      <p class="games-buttons">
        <button type="button" class="button primary" onClick={() => run(createAccount, welcome)}>
          {t("games.account.create")}
        </button>
        <button type="button" class="button" onClick={() => run(signIn, welcome)}>
          {t("games.account.sign-in")}
        </button>
      </p>
    </>
  );
}

function Own({ own, run }: { own: AccountShown; run: Run }) {
  const asking = useSignal<"delete" | "sign-out" | null>(null);
  const cancel = () => (asking.value = null);
  const unsaved = (error: unknown) => {
    if (error instanceof UnsavedGames) asking.value = "sign-out";
    else failed(error);
  };
  return (
    <>
      <p class="games-words" dir="auto">
        {t("games.account.signed-in", { name: own.name, browsers: own.browsers })}
      </p>
      <h3>{t("games.account.passkeys")}</h3>
      <ul class="passkeys">
        {own.passkeys.map((passkey, place) => (
          <Row key={passkey.id} passkey={passkey} number={place + 1} only={own.passkeys.length === 1} run={run} />
        ))}
      </ul>
      {own.passkeys.length === 1 && <p class="games-words">{t("games.account.add.words")}</p>}
      <p class="games-buttons">
        <button type="button" class="button" onClick={() => run(addPasskey)}>
          {t("games.account.add")}
        </button>
        <button type="button" class="button" onClick={() => run(signOut, () => t("games.account.out"), unsaved)}>
          {t("games.account.sign-out")}
        </button>
        {own.browsers > 1 && (
          <button type="button" class="button" onClick={() => run(signOutOthers)}>
            {t("games.account.sign-out.others")}
          </button>
        )}
        <button type="button" class="button" onClick={() => (asking.value = "delete")}>
          {t("games.account.delete")}
        </button>
      </p>
      {asking.value === "delete" && (
        <Sure
          question={t("games.account.delete.sure")}
          yes={t("games.account.delete.go")}
          no={t("games.account.delete.not")}
          onYes={() => run(deleteAccount, () => t("games.account.deleted"))}
          onNo={cancel}
        />
      )}
      {asking.value === "sign-out" && (
        <Sure
          question={t("games.account.unsaved")}
          yes={t("games.account.unsaved.go")}
          no={t("games.account.unsaved.not")}
          onYes={() => run(() => signOut(true))}
          onNo={cancel}
        />
      )}
    </>
  );
}

function Row({ passkey, number, only, run }: { passkey: PasskeyInfo; number: number; only: boolean; run: Run }) {
  const dates = { created: date(passkey.created_at), used: date(passkey.used_at) };
  return (
    <li>
      <span>
        {t("games.account.passkey", { number, ...dates })}
        {passkey.here && <small> · {t("games.account.here")}</small>}
      </span>
      {!only && (
        <button
          type="button"
          class="button"
          aria-label={t("games.account.remove.which", { number })}
          onClick={() => run(() => removePasskey(passkey.id))}
        >
          {t("games.account.remove")}
        </button>
      )}
    </li>
  );
}

interface SureProps {
  question: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

function Sure({ question, yes, no, onYes, onNo }: SureProps) {
  return (
    <div class="games-account-sure" role="alert">
      <p>{question}</p>
      <p class="games-buttons">
        <button type="button" class="button" onClick={onYes}>
          {yes}
        </button>
        <button type="button" class="button primary" onClick={onNo}>
          {no}
        </button>
      </p>
    </div>
  );
}
