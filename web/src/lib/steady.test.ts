import { expect, it } from "vitest";
import { steady } from "./steady";

it("keeps a list until an item changes", () => {
  const keep = steady<string>();
  const first = keep(["Ana", "Bia"]);
  expect(keep(["Ana", "Bia"])).toBe(first);
  expect(keep(["Ana"])).toEqual(["Ana"]);
  expect(keep(["Ana", "Bia"])).toEqual(["Ana", "Bia"]);
  expect(keep(["Ana", "Bia"])).not.toBe(first);
});
