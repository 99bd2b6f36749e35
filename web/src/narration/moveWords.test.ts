import { beforeAll, expect, test } from "vitest";
import { use } from "../i18n";
import english from "../i18n/en";
import italian from "../i18n/it";
import type { BoardValues, EventValues } from "../wire";
import { moveWords, type Reader } from "./moveWords";

const board: BoardValues = {
  cards: ["red", "locomotive"],
  cities: [
    { id: "a", name: "Alba" },
    { id: "b", name: "Bra" },
  ],
  routes: [{ id: "a--b", from: "a", to: "b", length: 3, colour: "red", tunnel: true, points: 4, twin: null }],
  tickets: [{ id: "a--b", from: "a", to: { b: 5 } }],
};
const reader: Reader = { board, vehicle: "train", names: ["Ana", "Bia"], me: 0 };

beforeAll(() => use("en", english));

test("a claim is told with its cards and points", () => {
  const events: EventValues[] = [
    { kind: "paid", seat: 1, card: "red", count: 2 },
    { kind: "paid", seat: 1, card: "locomotive", count: 1 },
    { kind: "claimed", seat: 1, route: "a--b" },
  ];
  expect(moveWords(reader, events)).toBe("Bia claims Alba – Bra with 2 red cards and a locomotive (4 points).");
});

test("a tunnel that is completed is told with the cards of its attempt", () => {
  const attempt: EventValues[] = [
    { kind: "attempted", seat: 0, route: "a--b" },
    { kind: "paid", seat: 0, card: "red", count: 3 },
  ];
  const events: EventValues[] = [
    { kind: "paid", seat: 0, card: "red", count: 1 },
    { kind: "claimed", seat: 0, route: "a--b" },
  ];
  expect(moveWords(reader, events, attempt)).toContain("with 4 red cards");
});

test("what is hidden stays hidden, and tickets of an offer are one sentence", () => {
  expect(moveWords(reader, [{ kind: "drew", seat: 1 }])).toBe("Bia draws a card from the deck.");
  expect(
    moveWords(reader, [
      { kind: "offered", seat: 1 },
      { kind: "offered", seat: 1 },
    ]),
  ).toBe("Bia draws 2 destination tickets.");
  expect(moveWords(reader, [{ kind: "tickets-kept", seat: 1, count: 2 }])).toBe("Bia keeps 2 tickets.");
  const own: EventValues[] = [
    { kind: "ticket-kept", seat: 0, ticket: "a--b" },
    { kind: "tickets-kept", seat: 0, count: 1 },
  ];
  expect(moveWords(reader, own)).toBe("You keep Alba – Bra.");
});

test("taxis are called taxis, in every language", () => {
  const events: EventValues[] = [{ kind: "took", seat: 1, card: "locomotive" }];
  expect(moveWords({ ...reader, vehicle: "taxi" }, events)).toBe("Bia takes a taxi.");
  use("it", italian);
  expect(moveWords(reader, events)).toBe("Bia prende una locomotiva.");
  use("en", english);
});
