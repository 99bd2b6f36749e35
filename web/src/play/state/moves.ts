/** Parses move texts (docs/reference/text-forms.md). */

import type { Legal } from "../../wire";

export type Cards = [colour: string, count: number][];

/** `blue:2 locomotive:1`. */
export function parseCards(text: string): Cards {
  return text
    .split(" ")
    .filter(Boolean)
    .map((part): [string, number] => {
      const [colour = "", count = "1"] = part.split(":");
      return [colour, Number(count)];
    });
}

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

export function parseTake(move: string | null): string | null {
  return move?.startsWith("take ") ? move.slice(5) : null;
}

/** Payments of a tunnel's surcharge. */
export function surcharges(legal: Legal): string[] {
  return legal.moves.filter((move) => move.startsWith("surcharge "));
}

/** One legal answer to offered tickets. */
export interface TicketAnswer {
  keep: readonly string[];
  /** Returned tickets, the first on top. */
  back: readonly string[];
  move: string;
}

export function parseAnswer(move: string): TicketAnswer | null {
  if (!move.startsWith("keep ")) return null;
  const [keep = "", back = ""] = move.slice(5).split(" return ");
  return { keep: keep.split(" ").filter(Boolean), back: back.split(" ").filter(Boolean), move };
}

export function answersOf(legal: Legal | null): TicketAnswer[] {
  return (legal?.moves ?? []).flatMap((move) => parseAnswer(move) ?? []);
}

/** Answers that keep exactly these: none if not allowed, several if the player may order the rest. */
export function answersKeeping(answers: readonly TicketAnswer[], kept: ReadonlySet<string>): TicketAnswer[] {
  return answers.filter(({ keep }) => keep.length === kept.size && keep.every((ticket) => kept.has(ticket)));
}

/** The answer with this return order, or the only one. */
export function answerReturning(answers: readonly TicketAnswer[], order: readonly string[]): TicketAnswer | null {
  const wanted = order.join(" ");
  return answers.find(({ back }) => back.join(" ") === wanted) ?? answers[0] ?? null;
}

export function fewestKept(answers: readonly TicketAnswer[]): number {
  return Math.min(...answers.map(({ keep }) => keep.length));
}
