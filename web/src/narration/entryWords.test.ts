import { beforeEach, expect, it } from "vitest";
import english from "../i18n/en";
import { use } from "../i18n";
import type { EventValues, Happening } from "../wire";
import { attemptBefore, happeningWords } from "./entryWords";
import type { Reader } from "./moveWords";

const route = { id: "a--b", from: "a", to: "b", length: 2, colour: "red", tunnel: true, points: 2, twin: null };
const board = { cards: ["red"], cities: [], routes: [route], tickets: [] };
const reader: Reader = { board, vehicle: "train", names: ["Ana", "Bia"], me: 0 };

function move(seq: number, seat: number, ...events: EventValues[]): Happening {
  return { seq, kind: "move", seat, number: seq, at: 0, values: {}, events };
}

beforeEach(() => use("en", english));

it("finds the attempt that a move completes, and no other", () => {
  const begun = move(
    1,
    0,
    { kind: "attempted", seat: 0, route: "a--b" },
    { kind: "paid", seat: 0, card: "red", count: 2 },
  );
  const claimed = move(2, 0, { kind: "claimed", seat: 0, route: "a--b" });
  expect(attemptBefore(claimed, [begun, claimed])).toBe(begun.events);
  expect(attemptBefore(claimed, [begun, move(2, 1), { ...claimed, seq: 3 }])).toBe(begun.events);
  const atOnce = move(2, 0, { kind: "attempted", seat: 0, route: "a--b" }, { kind: "claimed", seat: 0, route: "a--b" });
  expect(attemptBefore(atOnce, [begun, atOnce])).toEqual([]);
  const elsewhere = move(2, 0, { kind: "claimed", seat: 0, route: "b--c" });
  expect(attemptBefore(elsewhere, [begun, elsewhere])).toEqual([]);
  expect(attemptBefore(begun, [begun])).toEqual([]);
});

it("says of a secret choice only that it was made, and nothing of links", () => {
  expect(happeningWords(reader, move(1, 1), [])).toBe("Bia has chosen tickets.");
  expect(happeningWords(reader, { ...move(1, 1), kind: "link" }, [])).toBe("");
});
