/** The action bar in words, for screen readers: one sentence that is read again whenever it changes. */

import { t } from "../../i18n";
import { COUNTDOWN, countsDown } from "./Countdown";
import { moveWords, reasonWords } from "./HintBar";
import type { Play } from "../state/play";
import { surchargeWords, vehicleOf, whatToDo } from "../state/sentences";
import { lastAttempt } from "../state/recent";

export function spokenNow(play: Play): string {
  const board = play.store.rules.value?.board;
  const [staged, hint] = [play.staged.value, play.hint.value];
  const vehicle = vehicleOf(play);
  if (!board || play.handing.value !== null || play.away.value) return whatToDo(play);
  if (play.twins.value) return t("play.which-twin");
  if (staged) return `${moveWords(staged, board, vehicle)} ${waitWords(play)}`;
  if (hint) return `${moveWords(hint.move, board, vehicle)} ${reasonWords(hint.reason, board, vehicle)}`;
  if (play.legal.value && play.view.value?.phase === "tunnel") {
    const attempt = lastAttempt(play.store.log.value);
    return attempt ? `${surchargeWords(play, attempt)} ${whatToDo(play)}` : whatToDo(play);
  }
  return whatToDo(play);
}

/** What a staged move waits for. */
function waitWords(play: Play): string {
  return countsDown(play) ? t("play.auto-confirm-spoken", { seconds: COUNTDOWN }) : t("play.confirm-spoken");
}
