import { beforeAll, describe, expect, test } from "vitest";
import english from "../i18n/en";
import italian from "../i18n/it";
import { use } from "../i18n";
import type { BoardValues, Legal, SeenView, TicketStatus } from "../wire";
import { readMove, type Situation } from "./reading";
import { findRows } from "./routes";
import { verbOf } from "./vocabulary";

const route = (id: string, from: string, to: string, colour: string) => ({
  id,
  from,
  to,
  length: 2,
  colour,
  tunnel: false,
  points: 2,
  twin: null,
});
const board: BoardValues = {
  cards: ["pink", "blue", "black", "locomotive"],
  cities: [
    { id: "denver", name: "Denver" },
    { id: "omaha", name: "Omaha" },
    { id: "la-chaux-de-fonds", name: "La Chaux-de-Fonds" },
  ],
  routes: [
    route("denver--omaha", "denver", "omaha", "pink"),
    route("omaha--la-chaux-de-fonds", "omaha", "la-chaux-de-fonds", "gray"),
  ],
  tickets: [],
};
const ticket = (id: string): TicketStatus => ({
  ticket: id,
  joined: false,
  impossible: false,
  target: null,
  points: 5,
  trains: 2,
  cards: 2,
  routes: [],
});
const view: SeenView = {
  phase: "turn",
  seat: 0,
  hand: { pink: 2, locomotive: 1 },
  tickets: [],
  offer: ["one", "two", "three"].map(ticket),
  market: {},
  discards: {},
  turned: {},
  deck_size: 1,
  ticket_deck: 1,
  last_turns: null,
  last_turn_of: [],
  closed: [],
  seats: [{ routes: [], trains: 9, route_points: 0, attraction_points: 0, hand_size: 3, known: {}, ticket_count: 0 }],
};
const legal: Legal = {
  moves: ["draw", "take blue", "keep one two return three", "keep one return two three", "keep one return three two"],
  claims: { "denver--omaha": ["pink:2", "pink:1 locomotive:1"] },
};
const at: Situation = { board, vehicle: "train", view, legal };
const read = (verb: Parameters<typeof readMove>[1], words: string) =>
  readMove(at, verb, words.split(" ").filter(Boolean));

describe("in English", () => {
  beforeAll(() => use("en", english));

  test("beginnings mean the word that most people would mean", () => {
    expect(["d", "t", "ti", "c", "p", "pa", "ref", "board", "?", "mo", "xyz"].map(verbOf)).toEqual([
      "draw",
      "take",
      "tickets",
      "claim",
      "pay",
      "pay",
      "refuse",
      "routes",
      "help",
      "moves",
      null,
    ]);
  });

  test("a claim is looked up among those that are legal", () => {
    expect(read("claim", "den oma")).toMatchObject({
      moves: ["claim denver--omaha pink:2", "claim denver--omaha pink:1 locomotive:1"],
    });
    expect(read("claim", "from denver to omaha 1 pink 1 l")).toMatchObject({
      moves: ["claim denver--omaha pink:1 locomotive:1"],
    });
    expect(read("claim", "denver")).toMatchObject({ sure: false });
  });

  test("what is not legal is read all the same: the server explains why not", () => {
    expect(read("claim", "omaha la chaux")).toMatchObject({ moves: ["claim omaha--la-chaux-de-fonds"] });
    expect(read("take", "black")).toMatchObject({ moves: ["take black"] });
    expect(read("keep", "")).toMatchObject({ moves: ["keep"] });
  });

  test("tickets are kept by number, and returned in the order one says", () => {
    expect(read("keep", "1 2")).toMatchObject({ moves: ["keep one two return three"] });
    expect(read("keep", "1 return 3 2")).toMatchObject({ moves: ["keep one return three two"] });
    expect(read("keep", "one")).toMatchObject({ moves: ["keep one return two three"] });
    expect(read("keep", "9")).toHaveProperty("problem");
  });

  test("routes are narrowed down by words", () => {
    const found = (words: string) => findRows(at, words.split(" ")).rows.map((row) => row.route.id);
    expect(found("affordable")).toEqual(["denver--omaha"]);
    expect(found("from omaha gray")).toEqual(["omaha--la-chaux-de-fonds"]);
    expect(found("3+")).toEqual([]);
    expect(findRows(at, ["nonsense"]).unknown).toBe("nonsense");
  });
});

test("in Italian the player's own words come first, and English ones are understood", () => {
  use("it", italian);
  expect(["prendi", "pesca", "controlla", "take", "sì", "b"].map(verbOf)).toEqual([
    "take",
    "draw",
    "claim",
    "take",
    "yes",
    "tickets",
  ]);
  expect(read("claim", "da denver a omaha 2 rosa")).toMatchObject({ moves: ["claim denver--omaha pink:2"] });
  use("en", english);
});
