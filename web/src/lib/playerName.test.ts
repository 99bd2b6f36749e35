import { expect, it } from "vitest";
import { LONGEST_NAME, shortName } from "./playerName";

it("leaves names that fit", () => {
  expect(shortName("Ana")).toBe("Ana");
  expect(shortName("W".repeat(LONGEST_NAME))).toHaveLength(LONGEST_NAME);
});

it("cuts names that are too long, never within a sign", () => {
  expect(shortName("W".repeat(300))).toBe("W".repeat(LONGEST_NAME));
  const family = "\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}"; // 11 code units, one grapheme
  expect(shortName(family.repeat(4))).toBe(family.repeat(2));
  expect(shortName("\u{1F682}".repeat(40))).toBe("\u{1F682}".repeat(16));
});
