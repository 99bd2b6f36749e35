import { beforeEach, expect, it } from "vitest";
import { areTexts, isFlag, isText, oneOf, stored } from "./stored";

beforeEach(() => localStorage.clear());

const keep = (text: string) => localStorage.setItem("ferrovia.it", text);

it("remembers", () => {
  stored("it", ["a"], areTexts).value = ["b"];
  expect(stored("it", ["a"], areTexts).value).toEqual(["b"]);
});

it.each(["null", "{}", "[1]", '"b"', "5", "["])("forgets %s where texts belong", (text) => {
  keep(text);
  expect(stored("it", ["a"], areTexts).value).toEqual(["a"]);
});

it("forgets what is no flag, no text, none of the words", () => {
  keep("null");
  expect(stored("it", true, isFlag).value).toBe(true);
  keep("null");
  expect(stored("it", "a", isText).value).toBe("a");
  keep('"blue"');
  expect(stored("it", "dark", oneOf(["light", "dark"])).value).toBe("dark");
  keep('"light"');
  expect(stored("it", "dark", oneOf(["light", "dark"])).value).toBe("light");
});

it("normalises what was kept", () => {
  localStorage.setItem("ferrovia.mended", '"abcdef"');
  const cut = stored("mended", "a", isText, (text) => text.slice(0, 3));
  expect(cut.value).toBe("abc");
  localStorage.setItem("ferrovia.mended", '"uvwxyz"'); // as another tab would
  dispatchEvent(new StorageEvent("storage", { key: "ferrovia.mended" }));
  expect(cut.value).toBe("uvw");
});
