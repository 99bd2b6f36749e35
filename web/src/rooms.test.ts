/** Rooms use only the rooms below them; what is fetched later, by `import()`, are doors and may lead anywhere. */

import { expect, it } from "vitest";

/** From below to above; those in one line may use each other. */
const FLOORS = [
  ["app", "language", "net"],
  ["table"],
  ["board"],
  ["common"],
  ["statistics"],
  ["play"],
  ["final"],
  ["replay", "rules"],
  ["learn", "text"],
  ["start"],
];

const sources = import.meta.glob<string>("./*/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));

it("has every room on a floor, and no stairs that lead up", () => {
  const upwards = Object.entries(sources).flatMap(([path, text]) => {
    const room = path.split("/")[1] ?? "";
    if (path.includes(".test.")) return [];
    expect(floorOf(room), room).toBeGreaterThanOrEqual(0);
    const used = [...text.matchAll(/from "\.\.\/(\w+)\//g)].map((match) => match[1] ?? "");
    return used
      .filter((each) => each !== "styles" && floorOf(each) > floorOf(room))
      .map((each) => `${path} uses ${each}`);
  });
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(upwards).toEqual([]);
});
