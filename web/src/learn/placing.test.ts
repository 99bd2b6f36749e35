import { expect, test } from "vitest";
import { placeCoach } from "./placing";

const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
const log = { left: 974, top: 264, width: 306, height: 225 };
const box = (top: number, left = 0) => ({ left, top, width: 100, height: 40 });

test("on a large screen the coach stands where the log is, and ends where it ends", () => {
  expect(placeCoach([box(100)], log, desktop)).toEqual({ left: 980, bottom: 317, width: 294 });
});

test("it makes room for what is pointed at there", () => {
  expect(placeCoach([box(300, 1000)], log, desktop)).toEqual({ left: 10, bottom: 317, width: 370 });
});

test("on a phone it keeps to the half where nothing is pointed at", () => {
  expect(placeCoach([box(100)], null, phone)).toHaveProperty("bottom");
  expect(placeCoach([box(600)], null, phone)).toHaveProperty("top");
  expect(placeCoach([], null, phone)).toHaveProperty("top");
});
