import { expect, it } from "vitest";
import type { BoardValues, Drawing, RulesShown } from "../wire";
import { scenesOf } from "./scenes";

const route = (from: string, to: string, length: number, more = {}) => ({
  id: `${from}--${to}`,
  from,
  to,
  length,
  colour: "gray",
  tunnel: false,
  points: length,
  twin: null,
  ...more,
});
const board = {
  cards: ["red", "blue", "locomotive"],
  cities: [],
  routes: [
    route("a", "b", 3, { colour: "red" }),
    route("b", "c", 2, { tunnel: true }),
    route("c", "d", 2, { twin: "c--d:2" }),
    route("c", "d", 2, { id: "c--d:2", twin: "c--d" }),
  ],
  tickets: [{ id: "a--c", from: "a", to: { c: 5 } }],
} as unknown as BoardValues;
const drawing = { cities: { a: { kind: "attraction" }, b: { kind: "city" } } } as unknown as Drawing;
const shown = (rules = {}) => ({ board, rules: { market_size: 5, ...rules } }) as unknown as RulesShown;

it("shows each rule with cards that follow it", () => {
  const scenes = scenesOf(shown(), drawing);
  expect(scenes.claiming).toMatchObject({ owners: { "a--b": 0 }, cards: ["red", "red", "red"] });
  expect(scenes["locomotive-use"]?.cards).toEqual(["red", "red", "locomotive"]);
  expect(scenes.doubles).toMatchObject({ owners: { "c--d": 1 }, closed: ["c--d:2"] });
  expect(scenes.tunnels).toMatchObject({ routes: ["b--c"], cards: ["red", "red"], turned: ["blue", "red", "blue"] });
  expect(scenes.completing).toMatchObject({ routes: ["a--b", "b--c"], ringed: ["a", "c"] });
  expect(scenes.attractions?.routes).toEqual(["a--b"]);
  expect(scenes.drawing?.cards).toEqual(["red", "blue", "locomotive"]);
});

it("shows locomotives on a tunnel where they are for tunnels only, and nothing a board does not have", () => {
  const scenes = scenesOf(shown({ locomotive_use: "tunnels" }), drawing);
  expect(scenes["locomotive-use"]?.routes).toEqual(["b--c"]);
  expect(scenes.countries).toBeUndefined();
});
