/** The hint: what a strong bot would do, and what that does for the player. */

import { cardsWords, cardWords, listed, routeName, t, ticketName, type Vehicle } from "../../i18n";
import { factWords } from "../../narration/facts";
import type { BoardValues, HintGiven } from "../../wire";
import { parseAnswer, parseCards, parseClaim, parseTake } from "../state/moves";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";

export function HintBar({ play, hint }: { play: Play; hint: HintGiven }) {
  const board = play.store.rules.value?.board;
  if (!board) return null;
  const vehicle = vehicleOf(play.state);
  return (
    <>
      <p class="action-words">
        <b>{suggestionWords(hint.move, board, vehicle)}</b>{" "}
        <span class="hint-facts">
          {factSentences(play, hint, board).map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </span>
      </p>
      <div class="action-buttons">
        <button
          type="button"
          class="button primary"
          disabled={!play.state.free.value}
          onClick={() => play.actions.followHint()}
        >
          {t("play.hint.do")}
        </button>
        <button type="button" class="button quiet" onClick={() => play.state.cancel()}>
          {t("play.hint.close")}
        </button>
      </div>
    </>
  );
}

/** A move as a suggestion. */
export function suggestionWords(move: string, board: BoardValues, vehicle: Vehicle): string {
  const claim = parseClaim(move);
  if (claim)
    return t("play.move.claim", {
      route: routeName(board, claim.route),
      cards: cardsWords(parseCards(claim.payment), vehicle),
    });
  const card = parseTake(move);
  if (card) return t("play.move.take", { card: cardWords(card, 1, vehicle) });
  const answer = parseAnswer(move);
  if (answer) return t("play.move.keep", { tickets: listed(answer.keep.map((ticket) => ticketName(board, ticket))) });
  if (move.startsWith("surcharge "))
    return t("play.move.surcharge", { cards: cardsWords(parseCards(move.slice(10)), vehicle) });
  return t(`play.move.${move}`);
}

/** What the move does for the player, one sentence for each fact. */
export function factSentences(play: Play, hint: HintGiven, board: BoardValues): string[] {
  return hint.facts.map((fact) => factWords(fact, board, vehicleOf(play.state), play.state.names.value));
}
