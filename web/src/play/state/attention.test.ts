import { afterEach, beforeEach, expect, it } from "vitest";
import { drew, fakeTable } from "../testing/fakeTable";
import type { Happening } from "../../wire";
import { narrow } from "../../lib/settings";
import { attentionOf, staysBack } from "./attention";
import { boardPicture } from "./boardState";

const claimed: Happening = { ...drew(2, 1, "red"), events: [{ kind: "claimed", seat: 1, route: "b--c" }] };

let table: ReturnType<typeof fakeTable>;

beforeEach(() => {
  table = fakeTable(null);
  table.play.state.pin("a--c");
});

it("is with the route that a rival claims", () => {
  table.store.beats.current.value = claimed;
  expect(attentionOf(table.play.state)).toEqual(["b--c"]);
});

it("is with an attraction just reached, which the board rings", () => {
  const { state } = table.play;
  state.moment.value = { kind: "attraction", seat: 0, city: "b", points: 1 };
  expect(attentionOf(state)).toEqual(["b"]);
  expect(boardPicture(state).value.ringed).toEqual(new Set(["b"]));
});

it("stays with the ticket looked at while a rival takes cards", () => {
  expect(attentionOf(table.play.state)).toEqual(["a", "c"]);
  table.store.beats.current.value = drew(2, 1, "red");
  expect(attentionOf(table.play.state)).toEqual(["a", "c"]);
});

afterEach(() => void Object.assign(narrow, { value: false }));

it("shows a ticket of the table below the board from afar, and a rival's claim from near", () => {
  const { state } = table.play;
  expect(staysBack(state)).toBe(false);
  Object.assign(narrow, { value: true });
  expect(staysBack(state)).toBe(true);
  table.store.beats.current.value = claimed;
  expect(staysBack(state)).toBe(false);
});
