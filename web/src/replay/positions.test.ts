import { expect, test } from "vitest";
import { ownersOf } from "../board/model/places";
import { positionsOf } from "./positions";

test("each frame is put over the one before, seat by seat", () => {
  const positions = positionsOf({
    players: 2,
    frames: [
      { phase: "opening", market: { red: 2 }, seats: { "0": { trains: 45, hand: { red: 1 } }, "1": { trains: 45 } } },
      { phase: "turn" },
      { seats: { "1": { trains: 43, routes: ["a--b"] } } },
    ],
  });
  expect(positions).toHaveLength(3);
  expect(positions[1]).toMatchObject({ phase: "turn", market: { red: 2 } });
  expect(positions[2]?.seats[0]).toMatchObject({ trains: 45, hand: { red: 1 } });
  expect(positions[2]?.seats[1]).toMatchObject({ trains: 43, routes: ["a--b"] });
  expect(positions[1]?.seats[1]?.routes).toEqual([]);
  expect(ownersOf(positions[2]?.seats ?? [])).toEqual({ "a--b": 1 });
});
