import { describe, expect, it } from "vitest";
import type { EventValues, Happening } from "../../wire";
import { drew, fakeTable, fakeView } from "../testing/fakeTable";
import { arrange, isRelaid, slotsTold } from "./marketSlots";

describe("the market's places", () => {
  it("leaves cards where they lie and puts new ones into the gaps", () => {
    const before = arrange([], { red: 2, blue: 2, green: 1 }, 5);
    expect([...before].sort()).toEqual(["blue", "blue", "green", "red", "red"]);
    expect(arrange(["red", "blue", "green", "red", "blue"], { red: 2, blue: 1, green: 1, pink: 1 }, 5)).toEqual([
      "red",
      "blue",
      "green",
      "red",
      "pink",
    ]);
  });

  it("empties the place of the card that was taken, though another of its colour lies there", () => {
    const before = ["black", "black", "yellow", "red", "locomotive"];
    const market = { black: 1, yellow: 1, red: 1, locomotive: 1, blue: 1 };
    expect(arrange(before, market, 5, 0)).toEqual(["blue", "black", "yellow", "red", "locomotive"]);
    expect(arrange(before, market, 5, 1)).toEqual(["black", "blue", "yellow", "red", "locomotive"]);
    expect(arrange(before, { black: 2, yellow: 1, red: 1, locomotive: 1 }, 5, 0)).toEqual(before);
  });

  it("leaves the card alone that was reached for, where another colour was taken", () => {
    const before = ["red", "red", "blue", "green", "white"];
    const market = { pink: 1, red: 2, green: 1, white: 1 };
    expect(arrange(before, market, 5, 0)).toEqual(["red", "red", "pink", "green", "white"]);
  });

  it("shows gaps where there are no cards left, and all cards however many", () => {
    expect(arrange(["red", "blue", null, null, null], { blue: 1 }, 5)).toEqual([null, "blue", null, null, null]);
    expect(arrange([], { red: 3 }, 2)).toEqual(["red", "red", "red"]);
    expect(arrange(["red", "red"], {}, 2)).toEqual([null, null]);
  });
});

describe("the places by the log", () => {
  const entry = (seq: number, ...events: [kind: EventValues["kind"], card?: string][]): Happening => ({
    ...drew(seq, 0, "red"),
    events: events.map(([kind, card]) => (card ? { kind, card } : { kind })),
  });
  const start = entry(
    1,
    ...["red", "blue", "red", "green", "white"].map((card): ["filled", string] => ["filled", card]),
  );
  const takes = entry(2, ["took", "red"], ["filled", "pink"]);

  it("are the same for all: the last of a colour goes, the new card takes its place", () => {
    expect(slotsTold([start], { white: 1, green: 1, blue: 1, red: 2 })).toEqual([
      "red",
      "blue",
      "red",
      "green",
      "white",
    ]);
    expect(slotsTold([start, takes], { white: 1, green: 1, blue: 1, red: 1, pink: 1 })).toEqual([
      "red",
      "blue",
      "pink",
      "green",
      "white",
    ]);
  });

  it("are dealt again when all cards are replaced", () => {
    const flush = entry(3, ["flushed"], ...["black", "red", "red"].map((card): ["filled", string] => ["filled", card]));
    expect(isRelaid([start, flush])).toBe(true);
    expect(isRelaid([start, takes])).toBe(false);
    expect(isRelaid([start, { ...takes, kind: "take-back", events: [] }])).toBe(true);
    expect(slotsTold([start, flush], { red: 2, black: 1 })).toEqual(["black", "red", "red", null, null]);
  });

  it("are unknown where the log leads to another market", () => {
    expect(slotsTold([start], { white: 1, green: 1, blue: 1, red: 1, pink: 1 })).toBeNull();
    expect(slotsTold([], { red: 1 })).toBeNull();
    expect(slotsTold([start], {})).toBeNull();
  });

  it("are those of a page that was just opened, whatever another screen of this seat shows", () => {
    const { play, store } = fakeTable(null);
    store.view.value = { ...fakeView(), market: { white: 1, green: 1, blue: 1, red: 1, pink: 1 } };
    store.log.value = [start, takes];
    const stop = play.state.begin();
    expect(play.state.slots.value).toEqual(["red", "blue", "pink", "green", "white"]);
    stop();
  });

  const laid = (log: Happening[], market: Record<string, number>) => {
    const { play, store } = fakeTable(null);
    const show = (entries: Happening[], cards: Record<string, number>) => {
      store.log.value = entries;
      store.view.value = { ...fakeView(), market: cards };
      return play.state.slots.value;
    };
    show(log, market);
    play.state.begin();
    return { play, show };
  };

  it("stay the same when the log catches up with the market", () => {
    const market = { pink: 1, white: 1, green: 1, blue: 1, red: 1 };
    const { play, show } = laid([start], market);
    const before = play.state.slots.value;
    expect(before).toEqual(["red", "blue", "pink", "green", "white"]);
    expect(show([start, takes], { ...market })).toEqual(before);
  });

  it("change card by card though several were taken in one report", () => {
    const { show } = laid([start], { white: 1, green: 1, blue: 1, red: 2 });
    const first = entry(2, ["took", "blue"], ["filled", "pink"]);
    const second = entry(3, ["took", "green"], ["filled", "black"]);
    expect(show([start, first, second], { black: 1, pink: 1, red: 2, white: 1 })).toEqual([
      "red",
      "pink",
      "red",
      "black",
      "white",
    ]);
  });

  it("leave the slot that the player reached for, and stay there", () => {
    const { play, show } = laid([start], { white: 1, green: 1, blue: 1, red: 2 });
    play.state.reached.value = 0;
    const mine = { ...takes, events: takes.events.map((event) => ({ ...event, seat: 0 })) };
    const market = { white: 1, green: 1, blue: 1, red: 1, pink: 1 };
    expect(show([start, mine], market)).toEqual(["pink", "blue", "red", "green", "white"]);
    const rival = entry(3, ["took", "green"], ["filled", "black"]);
    const later = { white: 1, black: 1, blue: 1, red: 1, pink: 1 };
    expect(show([start, mine, rival], later)).toEqual(["pink", "blue", "red", "black", "white"]);
  });
});
