/** Explains refusals, with names instead of ids. */

import { refusalText } from "../../ui/errors";
import { cardName, cardsWords, cardWords, colourName, routeName, t } from "../../i18n";
import type { RefusalValues, RulesShown } from "../../wire";
import { parseCards } from "./moves";
import type { PlayState } from "./playState";

export function refusalWords(refusal: RefusalValues, state: PlayState): string {
  const rules = state.store.rules.peek();
  if (!rules) return refusalText(refusal);
  if (refusal.code === "too-few-cards") return tooFewCards(refusal, state, rules);
  return refusalText({ code: refusal.code, parameters: named(refusal.parameters, state, rules) });
}

function named(parameters: Record<string, unknown>, state: PlayState, rules: RulesShown): Record<string, unknown> {
  const values: Record<string, unknown> = { ...parameters, vehicle: rules.vehicle };
  const { route, twin, owner, colour, card } = parameters;
  if (typeof route === "string") values.route = routeName(rules.board, route);
  if (typeof twin === "string") values.twin = routeName(rules.board, twin);
  if (typeof colour === "string") values.colour = colourName(colour);
  if (typeof card === "string") values.card = cardName(card, rules.vehicle);
  if (typeof owner === "number") {
    values.who = owner === state.store.seat.peek() ? "me" : "other";
    values.owner = state.names.peek()[owner] ?? "";
  }
  return values;
}

/** The cards needed, and those held that could pay. */
function tooFewCards({ parameters }: RefusalValues, state: PlayState, rules: RulesShown): string {
  const { asked, colour, payable, wild } = parameters;
  const [needed] = parseCards(typeof asked === "string" ? asked : "");
  if (!needed || typeof payable !== "object" || payable === null) return t("refusals.too-few-cards");
  const [card, count] = needed;
  const words = t(colour === "gray" ? "play.too-few-any" : "play.too-few", {
    count,
    cards: cardWords(card, count, rules.vehicle),
    held: cardsWords(Object.entries(payable), rules.vehicle) || "none",
  });
  const useless = wild === false && state.view.peek()?.hand.locomotive;
  return useless ? `${words} ${t("play.tunnels-only", { vehicle: rules.vehicle })}` : words;
}
