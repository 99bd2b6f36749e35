/** Explains refusals, with names instead of ids. */

import { refusalText } from "../../ui/errors";
import { cardName, cardsWords, cardWords, colourName, findRoute, routeName, t } from "../../i18n";
import type { BoardRoute, Refused, RulesShown } from "../../wire";
import { parseCards } from "./moves";
import type { PlayState } from "./playState";

export function refusalWords(refusal: Refused, state: PlayState): string {
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
function tooFewCards({ parameters }: Refused, state: PlayState, rules: RulesShown): string {
  const [asked] = parseCards(String(parameters.asked ?? ""));
  const hand = state.view.peek()?.hand ?? {};
  if (!asked) return t("refusals.too-few-cards");
  const [colour, count] = asked;
  const route = routeAsked(state, parameters, rules);
  const tunnelsOnly = rules.rules.locomotive_use === "tunnels" && route?.tunnel === false;
  const payable = tunnelsOnly ? [colour] : [...new Set([colour, "locomotive"])];
  const held = payable.map((each): [string, number] => [each, hand[each] ?? 0]).filter(([, number]) => number > 0);
  const words = t(route?.colour === "gray" ? "play.too-few-any" : "play.too-few", {
    count,
    cards: cardWords(colour, count, rules.vehicle),
    held: cardsWords(held, rules.vehicle) || "none",
  });
  return tunnelsOnly && hand.locomotive ? `${words} ${t("play.tunnels-only", { vehicle: rules.vehicle })}` : words;
}

function routeAsked(state: PlayState, parameters: Record<string, unknown>, rules: RulesShown): BoardRoute | undefined {
  const id = typeof parameters.route === "string" ? parameters.route : state.asked;
  return id ? findRoute(rules.board, id) : undefined;
}
