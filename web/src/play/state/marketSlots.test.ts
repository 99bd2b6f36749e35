import { describe, expect, it } from "vitest";
import { arrange, rememberedSlots, rememberSlots } from "./marketSlots";

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

it("remembers where the cards of a table lay, for a reload", () => {
  rememberSlots("abc", ["red", null, "blue"]);
  expect(rememberedSlots("abc")).toEqual(["red", null, "blue"]);
  expect(rememberedSlots("other")).toEqual([]);
});
