import { beforeEach, expect, it } from "vitest";
import { t, use } from "../../i18n";
import english from "../../i18n/en";
import { fakeTable } from "../testing/fakeTable";
import { whatToDo } from "./sentences";

beforeEach(() => use("en", english));

it.each([
  ["is here", { present: true }, "Bo’s turn."],
  ["left", { present: false }, "Waiting for Bo, who is away right now: a bot steps in soon."],
  ["left, and a bot plays", { present: false, away: true }, "Bo is thinking…"],
])("says of the player on turn who %s", (_, state, words) => {
  const { play, store } = fakeTable(null);
  const person = { kind: "person", bot: null, away: false, present: true, clock: null };
  const table = store.table.value;
  const options = { ...table?.options, autopilot: true, clock: { kind: "none" } };
  store.table.value = {
    ...table,
    options,
    asked: [1],
    seats: [
      { ...person, name: "Ada" },
      { ...person, name: "Bo", ...state },
    ],
  };
  expect(whatToDo(play.state)).toBe(words);
});

it("does not count missing cards where none is missing", () => {
  const missing = (cards: number) => t("play.ticket.missing.train", { trains: 4, cards });
  expect([2, 1, 0].map(missing)).toEqual([
    "4 trains, 2 cards missing",
    "4 trains, 1 card missing",
    "4 trains, you have the cards",
  ]);
});
