/** Offers newcomers the guided game, until they take it or say that they know the game. */

import { useSignal } from "@preact/signals";
import { t } from "../i18n";
import { go } from "../lib/router";
import { knowsGame, playerName } from "../lib/settings";
import { isFlag, stored } from "../lib/stored";
import { request } from "../net/api";
import { notifyError } from "../ui/notices";
import type { BeginLesson, Opened } from "../wire";

const FIRST_LESSON = "first-journey";
/** Whether the offer has been answered in this browser. */
const answered = stored("first-visit-answered", false, isFlag);

export function FirstVisit() {
  const busy = useSignal(false);
  if (answered.value) return null;
  const begin = async () => {
    busy.value = true;
    try {
      const name = playerName.peek().trim();
      const body: BeginLesson = name ? { name } : {};
      const { table } = await request<Opened>("POST", `/api/lessons/${FIRST_LESSON}/table`, body);
      answered.value = true;
      go(`/t/${table.id}`);
    } catch (error) {
      notifyError(error);
      busy.value = false;
    }
  };
  return (
    <aside class="first-visit" aria-label={t("start.first-time")}>
      <strong>{t("start.first-time")}</strong>
      <button type="button" class="button" disabled={busy.value} onClick={() => void begin()}>
        {t("start.first-time.go")}
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          answered.value = true;
          knowsGame.value = true;
        }}
      >
        {t("start.first-time.known")}
      </button>
    </aside>
  );
}
