import { beforeEach, expect, it } from "vitest";
import { playerName } from "../lib/settings";
import type { BotOffer, TableInfo } from "../wire";
import { addGames, gameOf, history, isGame, type PlayedGame } from "./history";
import { achievementsOf, lineOf, streaksOf } from "./milestones";
import { comparisonsOf, ratingOf, strengthsOf } from "./rating";
import { finishedTable } from "./testing/finishedTable";
import { profileText, readProfile } from "./transfer";

const LEVELS = ["passenger", "porter", "conductor", "driver", "stationmaster"];
const ELO = [-600, -400, 0, 440, 560];
const BOTS: BotOffer[] = LEVELS.map((name, place) => ({ name, level: true, elo: { tuscany: ELO[place] ?? 0 } }));
const STRENGTHS = strengthsOf(BOTS);

let serial = 0;
function game(
  points: number,
  others: [bot: string | null, points: number][],
  more: Partial<PlayedGame> = {},
): PlayedGame {
  serial += 1;
  const seats = [{ name: "Ana", bot: null, points }, ...others.map(([bot, each]) => ({ name: "", bot, points: each }))];
  const most = Math.max(...seats.map((seat) => seat.points));
  const winners = seats.flatMap((seat, place) => (seat.points === most ? [place] : []));
  const fixed = { id: `game${serial}`, rules: "tuscany", title: "Tuscany", at: serial, me: 0, helped: false };
  return { ...fixed, seats, winners, completed: 3, tickets: 4, ...more };
}

beforeEach(() => {
  localStorage.clear();
  history.value = [];
  playerName.value = "";
});

it("keeps finished games once, the latest first, and no lessons", () => {
  const scores = [
    { seat: 0, total: 90, completed: 2, ticket_scores: [{}, {}, {}] },
    { seat: 1, total: 70, completed: 1, ticket_scores: [{}] },
  ];
  const table = { ...finishedTable, result: { winners: [0], scores } } as unknown as TableInfo;
  const found = gameOf(table);
  expect(found).toMatchObject({ me: 0, winners: [0], completed: 2, tickets: 3, at: 1000, helped: false });
  expect(isGame(JSON.parse(JSON.stringify(found)))).toBe(true);
  expect(gameOf({ ...table, status: "playing" })).toBeNull();
  expect(gameOf({ ...table, options: { ...table.options, lesson: "first" } })).toBeNull();
  expect(gameOf({ ...table, mine: [0, 1] })?.me).toBeNull();
  const later = game(50, [["porter", 60]], { at: 2000 });
  expect(addGames([found as PlayedGame, later])).toBe(2);
  expect(addGames([later])).toBe(0);
  expect(history.value.map(({ at }) => at)).toEqual([2000, 1000]);
});

it("counts only games against measured bots, without help", () => {
  expect(
    comparisonsOf(
      game(80, [
        ["porter", 60],
        ["driver", 80],
      ]),
      STRENGTHS,
    ),
  ).toEqual([
    { elo: -400, score: 1, weight: 0.5 },
    { elo: 440, score: 0.5, weight: 0.5 },
  ]);
  expect(comparisonsOf(game(80, [["porter", 60]], { helped: true }), STRENGTHS)).toBeNull();
  expect(comparisonsOf(game(80, [[null, 60]]), STRENGTHS)).toBeNull();
  expect(comparisonsOf(game(80, [["porter", 60]], { rules: "atlantis" }), STRENGTHS)).toBeNull();
  expect(ratingOf([], STRENGTHS)).toBeNull();
});

/** A fixed sequence of numbers in [0, 1). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

it("covers the true strength with its interval, and narrows it", () => {
  let covered = 0;
  const players = 30;
  for (let player = 0; player < players; player += 1) {
    const roll = dice(player + 1);
    const truth = -500 + (1000 * player) / players;
    const games = Array.from({ length: 30 }, () => {
      const place = Math.floor(roll() * LEVELS.length);
      const chance = 1 / (1 + 10 ** (((ELO[place] ?? 0) - truth) / 400));
      return game(roll() < chance ? 2 : 0, [[LEVELS[place] ?? "", 1]]);
    });
    const rating = ratingOf(games, STRENGTHS);
    if (rating && rating.low <= 1500 + truth && 1500 + truth <= rating.high) covered += 1;
  }
  expect(covered / players).toBeGreaterThan(0.88);
  const [few, many] = [3, 60].map((count) =>
    ratingOf(
      Array.from({ length: count }, (_, place) => game(place % 2, [["conductor", (place + 1) % 2]])),
      STRENGTHS,
    ),
  );
  expect(few?.games).toBe(3);
  const width = (rating: typeof few) => (rating ? rating.high - rating.low : 0);
  expect(width(many)).toBeLessThan(width(few) / 2);
  expect(Math.abs((many?.elo ?? 0) - 1500)).toBeLessThan(60);
});

it("reaches stations by wins against whole tables, and those before them", () => {
  const expert = game(90, [
    ["driver", 60],
    ["stationmaster", 50],
  ]);
  const helped = game(90, [["stationmaster", 60]], { helped: true });
  const line = lineOf(
    "tuscany",
    [game(50, [["porter", 60]]), expert, helped, game(9, [["driver", 1]], { rules: "x" })],
    LEVELS,
  );
  expect(line.stations.map((each) => each?.id ?? null)).toEqual([expert.id, expert.id, expert.id, expert.id, null]);
  expect(line).toMatchObject({ games: 3, wins: 2, best: 90 });
  expect(
    lineOf(
      "tuscany",
      [
        game(90, [
          ["driver", 60],
          [null, 50],
        ]),
      ],
      LEVELS,
    ).stations,
  ).toEqual([null, null, null, null, null]);
});

it("counts wins in a row", () => {
  const games = [9, 9, 0, 9, 9, 9, 0, 9].map((points) => game(points, [["porter", 5]]));
  expect(streaksOf(games.toReversed())).toEqual({ current: 1, longest: 3 });
  expect(streaksOf([])).toEqual({ current: 0, longest: 0 });
});

it("gives achievements for what happened, and to the first game that earned them", () => {
  const close = game(62, [["porter", 60]]);
  const many = game(
    160,
    [
      ["porter", 60],
      ["porter", 50],
      ["porter", 40],
      ["porter", 30],
    ],
    { tickets: 5, completed: 5 },
  );
  const abroad = game(80, [["stationmaster", 60]], { rules: "corsica" });
  const earned = achievementsOf([abroad, many, close, game(99, [["porter", 1]])], LEVELS, ["tuscany", "corsica"]);
  expect(Object.fromEntries(Object.entries(earned).map(([name, each]) => [name, each?.id]))).toEqual({
    "first-win": close.id,
    "photo-finish": close.id,
    "all-tickets": many.id,
    "full-table": many.id,
    points: many.id,
    streak: abroad.id,
    "every-map": abroad.id,
    master: abroad.id,
  });
  const none = achievementsOf([game(1, [["porter", 60]])], LEVELS, ["tuscany"]);
  expect(Object.values(none).every((each) => each === null)).toBe(true);
});

it("takes a profile to another browser, and mixes it with the one there", () => {
  playerName.value = "Ana";
  addGames([game(80, [["porter", 60]]), game(70, [["porter", 60]])]);
  const text = profileText();
  history.value = history.value.slice(1);
  playerName.value = "";
  expect(readProfile(text)).toBe(1);
  expect(history.value).toHaveLength(2);
  expect(playerName.value).toBe("Ana");
  expect(readProfile(text)).toBe(0);
  expect(readProfile("{}")).toBeNull();
  expect(readProfile("no profile")).toBeNull();
});
