import { expect, it } from "vitest";
import { isBasic } from "./ruleTips";

it("tells those who know the game only what is special about a board", () => {
  const fact = (code: string, parameters = {}) => ({ code, parameters });
  expect(isBasic(fact("turn"))).toBe(true);
  expect(isBasic(fact("opening-tickets", { tickets: 2, keep: 1 }))).toBe(true);
  expect(isBasic(fact("face-up-locomotive", { use: "ends_drawing" }))).toBe(true);
  expect(isBasic(fact("face-up-locomotive", { use: "counts_once" }))).toBe(false);
  expect(isBasic(fact("locomotive-use", { use: "tunnels" }))).toBe(false);
  expect(["tunnels", "countries", "attractions"].some((code) => isBasic(fact(code)))).toBe(false);
});
