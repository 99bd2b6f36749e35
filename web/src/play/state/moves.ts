/** Moves as the server writes them (docs/reference/text-forms.md), taken apart for the screen. */

import type { Legal } from "../../wire";

export type Cards = [colour: string, count: number][];

/** `blue:2 locomotive:1` as colours and numbers. */
export function parseCards(text: string): Cards {
  return text
    .split(" ")
    .filter(Boolean)
    .map((part): [string, number] => {
      const [colour = "", count = "1"] = part.split(":");
      return [colour, Number(count)];
    });
}

/** A payment as single cards, one after the other. */
export function eachCard(text: string): string[] {
  return parseCards(text).flatMap(([colour, count]) => Array.from({ length: count }, () => colour));
}

export interface Claim {
  route: string;
  payment: string;
}

export function claimMove({ route, payment }: Claim): string {
  return `claim ${route} ${payment}`;
}

export function parseClaim(move: string | null): Claim | null {
  const [word, route, ...payment] = move?.split(" ") ?? [];
  return word === "claim" && route ? { route, payment: payment.join(" ") } : null;
}

/** The colour of a move `take red`. */
export function parseTake(move: string | null): string | null {
  return move?.startsWith("take ") ? move.slice(5) : null;
}

/** The ways to pay what a tunnel asks for. */
export function surcharges(legal: Legal): string[] {
  return legal.moves.filter((move) => move.startsWith("surcharge "));
}

/** One way to answer an offer of tickets. */
export interface Answer {
  keep: readonly string[];
  /** Those that go back, the first on top. */
  back: readonly string[];
  move: string;
}

export function parseAnswer(move: string): Answer | null {
  if (!move.startsWith("keep ")) return null;
  const [keep = "", back = ""] = move.slice(5).split(" return ");
  return { keep: keep.split(" ").filter(Boolean), back: back.split(" ").filter(Boolean), move };
}

export function answersOf(legal: Legal | null): Answer[] {
  return (legal?.moves ?? []).flatMap((move) => parseAnswer(move) ?? []);
}

/** The answers that keep exactly these: none if that is not allowed, several if their order is the player's choice. */
export function answersKeeping(answers: readonly Answer[], kept: ReadonlySet<string>): Answer[] {
  return answers.filter(({ keep }) => keep.length === kept.size && keep.every((ticket) => kept.has(ticket)));
}

/** The answer that returns tickets in this order; without a choice, the only one. */
export function answerReturning(answers: readonly Answer[], order: readonly string[]): Answer | null {
  const wanted = order.join(" ");
  return answers.find(({ back }) => back.join(" ") === wanted) ?? answers[0] ?? null;
}

/** How many have to be kept at least. */
export function fewestKept(answers: readonly Answer[]): number {
  return Math.min(...answers.map(({ keep }) => keep.length));
}
