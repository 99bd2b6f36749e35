import { expect, it } from "vitest";
import type { DrawnLand } from "./types";
import { washes } from "./washes";

const shape = (kind: string, path: string): DrawnLand => ({ kind, path });

it("finds the sprites of a kind, neighbours as one", () => {
  const land = [
    shape("wood", "M10 20l5 5l-5 0zM12 18l3 3l-3 0zM200.5 20l5 5l-5 0z"),
    shape("wood", "M-3.5 300l5 5l-5 0z"),
    shape("mountain", "M50 60l5 5l-5 0z"),
  ];
  expect(washes(land, "wood")).toEqual([
    { x: 10, y: 20 },
    { x: 200.5, y: 20 },
    { x: -3.5, y: 300 },
  ]);
  expect(washes(land, "mountain")).toEqual([{ x: 50, y: 60 }]);
  expect(washes(land, "cactus")).toEqual([]);
});
