import { describe, expect, it } from "vitest";
import { fillMessage, parseMessage } from "./messageFormat";

const say = (text: string, values: Record<string, string | number> = {}, locale = "en") =>
  fillMessage(parseMessage(text), values, locale).join("");

describe("sentences with places", () => {
  it("fills names and numbers", () => {
    expect(say("{city} to {other}: {points} points", { city: "Denver", other: "Omaha", points: 7 })).toBe(
      "Denver to Omaha: 7 points",
    );
    expect(say("{count}", { count: 1234 }, "it")).toBe(new Intl.NumberFormat("it").format(1234));
  });

  it("chooses by number, in the manner of the language", () => {
    const cards = "{count, plural, =0 {no card} one {# card} other {# cards of {who}}}";
    expect(say(cards, { count: 0, who: "Ana" })).toBe("no card");
    expect(say(cards, { count: 1, who: "Ana" })).toBe("1 card");
    expect(say(cards, { count: 12, who: "Ana" })).toBe("12 cards of Ana");
  });

  it("chooses by word", () => {
    const turn = "{who, select, me {Your turn} other {{name} plays}}";
    expect(say(turn, { who: "me", name: "Ana" })).toBe("Your turn");
    expect(say(turn, { who: "they", name: "Ana" })).toBe("Ana plays");
  });

  it("leaves what it was not told", () => {
    expect(say("{city}")).toBe("{city}");
  });

  it("takes anything as a value", () => {
    const picture = { picture: true };
    expect(fillMessage(parseMessage("a {card}!"), { card: picture }, "en")).toEqual(["a ", picture, "!"]);
  });

  it.each(["{city", "city}", "{count, plural, one {x}}", "{count, many, other {x}}", "{}"])("refuses %s", (text) => {
    expect(() => parseMessage(text)).toThrow();
  });
});
