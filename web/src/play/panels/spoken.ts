/** The action bar for screen readers: one sentence, announced whenever it changes. */

import { t } from "../../i18n";
import { COUNTDOWN, countsDown } from "./Countdown";
import { factSentences, suggestionWords } from "./HintBar";
import type { Play } from "../state/play";
import { surchargeWords, vehicleOf, whatToDo } from "../state/sentences";
import { lastAttempt } from "../state/recent";

export function spokenNow(play: Play): string {
  const board = play.store.rules.value?.board;
  const [staged, hint] = [play.state.staged.value, play.state.hint.value];
  const vehicle = vehicleOf(play.state);
  if (!board || play.state.handing.value !== null || play.state.away.value) return whatToDo(play.state);
  if (play.state.twins.value) return t("play.which-twin");
  if (staged) return `${suggestionWords(staged, board, vehicle)} ${waitWords(play)}`;
  if (hint) return `${suggestionWords(hint.move, board, vehicle)} ${factSentences(play, hint, board).join(" ")}`;
  if (play.state.legal.value && play.state.view.value?.phase === "tunnel") {
    const attempt = lastAttempt(play.store.log.value);
    return attempt ? `${surchargeWords(play.state, attempt)} ${whatToDo(play.state)}` : whatToDo(play.state);
  }
  return whatToDo(play.state);
}

function waitWords(play: Play): string {
  return countsDown(play) ? t("play.auto-confirm-spoken", { seconds: COUNTDOWN }) : t("play.confirm-spoken");
}
