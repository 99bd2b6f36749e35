import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { measure } from "./measured";
import { LaidOut } from "./testing/laidOut";

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", LaidOut);
});
afterEach(() => vi.unstubAllGlobals());

const wide = (width: number) =>
  Object.assign(document.createElement("p"), { getBoundingClientRect: () => new DOMRect(0, 0, width, 1) });

it("tells the boxes of all elements together, and not at once", async () => {
  const [one, other] = [wide(1), wide(2)];
  const told = vi.fn();
  measure([one, other, one], told);
  expect(told).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  const boxes = told.mock.calls[0]?.[0] as ReadonlyMap<Element, DOMRect>;
  expect([one, other].map((each) => boxes.get(each)?.width)).toEqual([1, 2]);
});

it("can be called off", async () => {
  const told = vi.fn();
  measure([wide(1)], told)();
  await Promise.resolve();
  expect(told).not.toHaveBeenCalled();
});

it("tells at once where nothing is to be measured", () => {
  const told = vi.fn();
  measure([], told);
  expect(told).toHaveBeenCalledWith(new Map());
});
