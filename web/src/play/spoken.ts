/** The action bar in words, for screen readers: one sentence that is read again whenever it changes. */

import { t } from "../language/language";
import { moveWords, reasonWords } from "./HintBar";
import type { Play } from "./play";
import { vehicleOf, whatToDo } from "./sentences";
import { lastAttempt } from "./since";

export function spokenNow(play: Play): string {
  const board = play.store.rules.value?.board;
  const [staged, hint] = [play.staged.value, play.hint.value];
  const vehicle = vehicleOf(play);
  if (!board || play.handing.value !== null || play.away.value) return whatToDo(play);
  if (play.twins.value) return t("play.which-twin");
  if (staged) return `${moveWords(staged, board, vehicle)} ${t("play.confirm-spoken")}`;
  if (hint) return `${moveWords(hint.move, board, vehicle)} ${reasonWords(hint.reason, board, vehicle)}`;
  if (play.legal.value && play.view.value?.phase === "tunnel") {
    const count = lastAttempt(play.store.log.value)?.surcharge ?? 0;
    return `${t("play.tunnel.asks", { count, vehicle })} ${whatToDo(play)}`;
  }
  return whatToDo(play);
}
