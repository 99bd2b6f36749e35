/** Other ways in: a friend's table, lessons, a record. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchLobby, lobby } from "../lobby/publicTables";
import { go } from "../lib/router";
import { t } from "../i18n";

export function WaysIn() {
  useEffect(fetchLobby, []);
  return (
    <section class="doors" aria-label={t("start.doors")}>
      {lobby.value?.offered && (
        <div class="door panel">
          <h2>{t("lobby.title")}</h2>
          <p>{t("lobby.words")}</p>
          <a class="button" href="/lobby">
            {t("lobby.go")}
          </a>
        </div>
      )}
      <div class="door panel">
        <h2>{t("start.join")}</h2>
        <p>{t("start.join.words")}</p>
        <CodeForm />
      </div>
      <div class="door panel">
        <h2>{t("start.learn")}</h2>
        <p>{t("start.learn.words")}</p>
        <a class="button" href="/learn">
          {t("start.learn.go")}
        </a>
      </div>
      <div class="door panel">
        <h2>{t("start.record")}</h2>
        <p>{t("start.record.words")}</p>
        <a class="button" href="/replay">
          {t("start.record.go")}
        </a>
      </div>
    </section>
  );
}

export function CodeForm() {
  const code = useSignal("");
  const letters = code.value.toUpperCase().replaceAll(/[^A-Z]/g, "");
  return (
    <form
      class="code-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (letters) go(`/join/${letters}`);
      }}
    >
      <input
        class="field code-field"
        type="text"
        inputMode="text"
        autoCapitalize="characters"
        autoComplete="off"
        spellcheck={false}
        maxLength={12}
        aria-label={t("start.code")}
        placeholder={t("start.code")}
        value={code.value}
        onInput={(event) => {
          code.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="button" disabled={letters.length === 0}>
        {t("start.join.go")}
      </button>
    </form>
  );
}
