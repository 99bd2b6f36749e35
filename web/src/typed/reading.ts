/** Parses typed lines into moves. Legality is looked up in the server's list. */

import { cardName, listed, t, ticketName } from "../i18n";
import { answersKeeping, answersOf, answerReturning } from "../play/state/moves";
import type { Vehicle } from "../board/model/types";
import type { BoardValues, Legal, SeenView } from "../wire";
import { cardLike, citiesLike, plain, routesBetween, sortWords } from "./matching";
import { isAll, isLink, isReturn, type Verb } from "./vocabulary";

export interface Situation {
  board: BoardValues;
  vehicle: Vehicle;
  view: SeenView;
  legal: Legal | null;
}

/** Candidate moves, to choose from if several; or a complaint. */
export type Reading = { moves: string[]; sure: boolean } | { problem: string };

const sure = (move: string): Reading => ({ moves: [move], sure: true });

export function readMove(at: Situation, verb: Verb, words: readonly string[]): Reading {
  switch (verb) {
    case "take":
      return readTake(at, words);
    case "keep":
      return readKeep(at, words);
    case "pay":
      return readPay(at, words);
    case "claim":
      return readClaim(at, words);
    default:
      return sure(verb);
  }
}

function readTake(at: Situation, words: readonly string[]): Reading {
  const card = readCard(at, words.filter((word) => !isLink(word)).join(" "));
  if (card) return sure(`take ${card}`);
  return {
    problem: t("text.which-card", {
      cards: listed(
        at.board.cards.map((each) => cardName(each, at.vehicle)),
        "disjunction",
      ),
    }),
  };
}

function readCard({ board, vehicle }: Situation, word: string): string | null {
  return cardLike(board.cards, word, (card) => cardName(card, vehicle));
}

/** `claim denver omaha`, `claim denver omaha p3 l1`, `claim denver`: all that can be claimed there. */
function readClaim(at: Situation, words: readonly string[]): Reading {
  const { cards, others } = sortWords(words, (word) => readCard(at, word));
  const { routes, text } = routesMeant(at.board, others);
  if (routes.length === 0) return claimsNear(at, text);
  const legal = routes.flatMap((route) => (at.legal?.claims[route] ?? []).map((payment) => ({ route, payment })));
  const named = [...cards].map(([card, count]) => `${card}:${count}`);
  const fitting = named.length > 0 ? legal.filter(({ payment }) => sameCards(payment, named)) : legal;
  if (fitting.length > 0)
    return { moves: fitting.map(({ route, payment }) => `claim ${route} ${payment}`), sure: true };
  return sure(["claim", routes[0] ?? "", ...named].join(" ")); // the server explains why not
}

/** Match all words first, since names contain short ones (La Chaux-de-Fonds); then without link words. */
function routesMeant(board: BoardValues, words: readonly string[]): { routes: string[]; text: string } {
  const bare = words.filter((word) => !isLink(word));
  const routes = routesBetween(board, words);
  return { routes: routes.length > 0 ? routes : routesBetween(board, bare), text: bare.join(" ") };
}

function claimsNear(at: Situation, text: string): Reading {
  if (!text) return { problem: t("text.claim-what") };
  const cities = new Set(citiesLike(at.board, text));
  if (cities.size === 0) return { problem: t("text.no-route", { words: text }) };
  const near = at.board.routes.filter(({ from, to }) => cities.has(from) || cities.has(to));
  const moves = near.flatMap(({ id }) => (at.legal?.claims[id] ?? []).map((payment) => `claim ${id} ${payment}`));
  return moves.length > 0 ? { moves, sure: false } : { problem: t("text.nothing-near", { words: text }) };
}

function sameCards(payment: string, named: readonly string[]): boolean {
  return payment.split(" ").sort().join(" ") === [...named].sort().join(" ");
}

/** `keep 1 3`, `keep all`, `keep denver`, `keep 1 return 3 2`. */
function readKeep(at: Situation, words: readonly string[]): Reading {
  const cut = words.findIndex(isReturn);
  const kept = readTickets(at, cut < 0 ? words : words.slice(0, cut));
  const back = cut < 0 ? [] : readTickets(at, words.slice(cut + 1));
  if ("problem" in kept) return kept;
  if ("problem" in back) return back;
  const answers = answersKeeping(answersOf(at.legal), new Set(kept));
  const left = at.view.offer.map(({ ticket }) => ticket).filter((ticket) => !kept.includes(ticket));
  const answer = answerReturning(answers, back.length > 0 ? back : left);
  return sure(answer?.move ?? `keep ${kept.join(" ")}`.trim());
}

function readTickets(at: Situation, words: readonly string[]): string[] | { problem: string } {
  const offered = at.view.offer.map(({ ticket }) => ticket);
  if (words.length === 1 && isAll(words[0] ?? "")) return offered;
  const found: string[] = [];
  for (const word of words.filter((each) => !isLink(each))) {
    const ticket = readTicket(at, offered, word);
    if (!ticket) return { problem: t("text.which-ticket", { words: word }) };
    if (!found.includes(ticket)) found.push(ticket);
  }
  return found;
}

function readTicket({ board }: Situation, offered: readonly string[], word: string): string | null {
  const number = /^\d+$/.test(word) ? Number(word) : 0;
  if (number > 0) return offered[number - 1] ?? null;
  const wanted = plain(word);
  const named = offered.filter((ticket) =>
    plain(`${ticket} ${ticketName(board, ticket)}`)
      .split(" ")
      .some((part) => part.startsWith(wanted)),
  );
  return wanted && named.length === 1 ? (named[0] ?? null) : null;
}

/** The surcharge with these cards, or all payments. */
function readPay(at: Situation, words: readonly string[]): Reading {
  const { cards } = sortWords(words, (word) => readCard(at, word));
  const named = [...cards].map(([card, count]) => `${card}:${count}`);
  const ways = (at.legal?.moves ?? []).filter((move) => move.startsWith("surcharge "));
  const fitting = named.length > 0 ? ways.filter((move) => sameCards(move.slice(10), named)) : ways;
  if (fitting.length > 0) return { moves: fitting, sure: true };
  return sure(named.length > 0 ? `surcharge ${named.join(" ")}` : "surcharge");
}
