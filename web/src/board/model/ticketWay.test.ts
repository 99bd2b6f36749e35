import { expect, test } from "vitest";
import type { BoardRoute, BoardValues } from "../../wire";
import { ticketWay } from "./ticketWay";

const route = (id: string, from: string, to: string, length: number): BoardRoute => ({
  id,
  from,
  to,
  length,
  colour: "gray",
  tunnel: false,
  points: length,
  twin: null,
});

const board: BoardValues = {
  cards: [],
  cities: ["a", "b", "c", "land-1"].map((id) => ({ id, name: id })),
  routes: [route("ab", "a", "b", 2), route("cb", "c", "b", 2), route("ac", "a", "c", 9), route("c1", "c", "land-1", 1)],
  tickets: [
    { id: "a-c", from: "a", to: { c: 5 } },
    { id: "a-land", from: "a", to: { land: 5 } },
  ],
};

const result = (ticket: string, completed: boolean, target: string | null = null) => ({
  ticket,
  completed,
  target,
  points: 5,
});

test("a completed ticket goes over the player's own routes", () => {
  expect(ticketWay(board, result("a-c", true, "c"), new Set(["ac", "ab"]))).toEqual(["ac"]);
});

test("a missed ticket shows the shortest way by spaces", () => {
  expect(ticketWay(board, result("a-c", false), new Set())).toEqual(["ab", "cb"]);
});

test("a country is reached by any of its crossings", () => {
  expect(ticketWay(board, result("a-land", true, "land"), new Set(["ac", "c1"]))).toEqual(["ac", "c1"]);
});

test("without a way nothing is drawn", () => {
  expect(ticketWay(board, result("a-c", true, "c"), new Set(["ab"]))).toEqual([]);
});
