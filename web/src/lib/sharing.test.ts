import { expect, it } from "vitest";
import { shared } from "./sharing";

const last = { seats: [{ trains: 45 }, { trains: 40, routes: ["a--b"] }], hand: { red: 2 }, phase: "turn", offer: [] };

it("keeps the whole where nothing changed", () => {
  expect(shared(last, structuredClone(last))).toBe(last);
  expect(shared([last], structuredClone([last]))[0]).toBe(last);
});

it("keeps the parts that did not change", () => {
  const next = { ...structuredClone(last), seats: [{ trains: 45 }, { trains: 37, routes: ["a--b", "b--c"] }] };
  const found = shared<typeof next>(last, structuredClone(next));
  expect(found).toEqual(next);
  expect(found).not.toBe(last);
  expect(found.seats[0]).toBe(last.seats[0]);
  expect(found.hand).toBe(last.hand);
  expect(found.seats[1]).not.toBe(last.seats[1]);
});

it.each([
  [{ red: 1 }, {}],
  [{}, { red: 1 }],
  [{ red: 1 }, { blue: 1 }],
  [["a"], ["a", "b"]],
  [["a", "b"], ["a"]],
  [[], {}],
  [{ legal: null }, { legal: { moves: [] } }],
  [{ legal: { moves: [] } }, { legal: null }],
  [null, { red: 1 }],
  [{ last_turns: 0 }, { last_turns: null }],
])("takes over what is new: %j, then %j", (before, after) => {
  expect(shared<unknown>(before, structuredClone(after))).toEqual(after);
});
