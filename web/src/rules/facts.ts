/** Facts of a rule set, in reading order. */

import { knows, t } from "../i18n";
import { request } from "../net/api";
import type { RuleFact, RulesShown } from "../wire";

const CHAPTERS = {
  goal: ["goal"],
  setup: ["board", "players", "trains", "cards", "opening-hand", "opening-tickets", "refused-opening"],
  turn: ["turn", "drawing", "face-up-locomotive", "flush"],
  routes: ["claiming", "locomotive-use", "route-points", "doubles", "tunnels"],
  tickets: ["tickets", "completing", "countries", "later-tickets", "refused-later"],
  end: ["last-round", "longest-path", "attractions", "tie-breaks"],
} as const;

export type Chapter = keyof typeof CHAPTERS;

/** Facts by chapter; unknown ones of newer servers come last. */
export function byChapter(facts: readonly RuleFact[]): [Chapter, RuleFact[]][] {
  const placed = new Set<string>(Object.values(CHAPTERS).flat());
  return (Object.keys(CHAPTERS) as Chapter[]).map((chapter) => {
    const codes: readonly string[] = CHAPTERS[chapter];
    const listed = codes.flatMap((code) => facts.filter((fact) => fact.code === code));
    return [chapter, chapter === "end" ? [...listed, ...facts.filter(({ code }) => !placed.has(code))] : listed];
  });
}

/** A fact as a sentence; null for facts this page does not know. A length and its points stay on one line. */
export function ruleFactWords(
  room: "summary" | "differences",
  { code, parameters }: RuleFact,
  vehicle: string,
): string | null {
  const key = `rules.${room}.${code}`;
  return knows(key) ? t(key, { vehicle, ...parameters }).replaceAll(/(\d) → (\d)/g, "$1\u00a0→\u00a0$2") : null;
}

const path = (id: string) => `/api/rules/${encodeURIComponent(id)}`;

export function fetchSummary(id: string): Promise<RuleFact[]> {
  return request<RuleFact[]>("GET", `${path(id)}/summary`);
}

export function fetchDifferences(id: string, known: string): Promise<RuleFact[]> {
  return request<RuleFact[]>("GET", `${path(id)}/differences?from=${encodeURIComponent(known)}`);
}

/** Points by length of route. */
export function routePoints({ rules }: RulesShown): [length: number, points: number][] {
  return numbersIn(rules.route_points).map(([length, points]): [number, number] => [Number(length), points]);
}

/** The cards of the deck: colours, then the wild card. */
export function deckOf({ rules }: RulesShown): [card: string, count: number][] {
  const wild = typeof rules.locomotives === "number" ? rules.locomotives : 0;
  return [...numbersIn(rules.cards), ...(wild > 0 ? [["locomotive", wild] as [string, number]] : [])];
}

function numbersIn(values: unknown): [string, number][] {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values).filter((each): each is [string, number] => typeof each[1] === "number");
}
