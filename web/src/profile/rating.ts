/** The player's Elo against the measured bots: a Bayesian estimate on a grid, with its credible interval. */

import type { BotOffer } from "../wire";
import type { PlayedGame } from "./history";

/** By bot, by rules: 0 is the average of the levels. */
export type Strengths = ReadonlyMap<string, Readonly<Record<string, number>>>;

export interface Rating {
  /** On the scale of the start page: 1500 is the average of the levels. */
  elo: number;
  /** Ends of the 95 % interval. */
  low: number;
  high: number;
  games: number;
}

const AVERAGE = 1500;
const REACH = 2000;
const STEP = 10;
/** Before the first game anything from far below the weakest bot to far above the strongest is likely. */
const SPREAD = 600;
/** Elo's logistic curve: 400 points are odds of ten to one. */
const SCALE = 400 / Math.LN10;
const TAIL = 0.025;

export function strengthsOf(bots: readonly BotOffer[]): Strengths {
  return new Map(bots.filter(({ level }) => level).map(({ name, elo }) => [name, elo]));
}

interface Comparison {
  /** The opponent's strength. */
  elo: number;
  /** 1 for a win, ½ for a tie, 0. */
  score: number;
  weight: number;
}

/** What a game says about the player: who was ahead of whom. Together the opponents weigh as much as one game, since
 * their results hang together. Null if the game does not count. */
export function comparisonsOf(game: PlayedGame, strengths: Strengths): Comparison[] | null {
  const { me, helped, rules, seats } = game;
  if (me === null || helped) return null;
  const own = seats[me]?.points ?? 0;
  const others = seats.filter((_, seat) => seat !== me);
  const comparisons = others.flatMap(({ bot, points }) => {
    const elo = bot === null ? undefined : strengths.get(bot)?.[rules];
    return elo === undefined ? [] : [{ elo, score: (Math.sign(own - points) + 1) / 2, weight: 1 / others.length }];
  });
  return comparisons.length === others.length && comparisons.length > 0 ? comparisons : null;
}

/** Null before the first game that counts. */
export function ratingOf(games: readonly PlayedGame[], strengths: Strengths): Rating | null {
  const counted = games.flatMap((game) => {
    const comparisons = comparisonsOf(game, strengths);
    return comparisons ? [comparisons] : [];
  });
  if (counted.length === 0) return null;
  const grid = Array.from({ length: (2 * REACH) / STEP + 1 }, (_, place) => place * STEP - REACH);
  const likely = posterior(grid, counted.flat());
  const quantile = (part: number) => AVERAGE + (grid[firstAbove(likely, part)] ?? 0);
  return { elo: quantile(0.5), low: quantile(TAIL), high: quantile(1 - TAIL), games: counted.length };
}

function posterior(grid: readonly number[], comparisons: readonly Comparison[]): number[] {
  const logs = grid.map((elo) => logLikelihood(elo, comparisons) - 0.5 * (elo / SPREAD) ** 2);
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const sum = weights.reduce((total, each) => total + each, 0);
  return weights.map((each) => each / sum);
}

function logLikelihood(elo: number, comparisons: readonly Comparison[]): number {
  return comparisons.reduce((sum, comparison) => {
    const lead = (elo - comparison.elo) / SCALE;
    return (
      sum +
      comparison.weight *
        (comparison.score * -Math.log1p(Math.exp(-lead)) - (1 - comparison.score) * Math.log1p(Math.exp(lead)))
    );
  }, 0);
}

function firstAbove(likely: readonly number[], part: number): number {
  let sum = 0;
  return likely.findIndex((each) => (sum += each) >= part);
}
