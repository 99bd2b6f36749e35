import { describe, expect, test } from "vitest";
import type { ScreenBox } from "../lib/screenBox";
import { placeCoach, type CoachScene } from "./coachPlacement";

const log = { left: 974, top: 264, width: 306, height: 225 };
const desktop: CoachScene = {
  window: { width: 1280, height: 800 },
  rings: [],
  log,
  action: { left: 0, top: 490, width: 1280, height: 55 },
  handy: [{ left: 0, top: 545, width: 1280, height: 255 }],
  board: { left: 0, top: 0, width: 974, height: 490 },
  cities: [],
  coach: { width: 294, height: 220 },
};
const phone: CoachScene = {
  window: { width: 360, height: 740 },
  rings: [],
  log: null,
  action: { left: 0, top: 420, width: 360, height: 50 },
  handy: [{ left: 0, top: 470, width: 360, height: 212 }],
  board: { left: 0, top: 50, width: 360, height: 370 },
  cities: [],
  coach: { width: 340, height: 165 },
};
const box = (top: number, left = 0, width = 100, height = 40): ScreenBox => ({ left, top, width, height });

describe("on a large screen the coach", () => {
  test("stands where the log is, and ends where it ends", () => {
    expect(placeCoach({ ...desktop, rings: [box(100)] })).toEqual({ left: 980, bottom: 317, width: 294 });
  });

  test("makes room for what is pointed at there", () => {
    expect(placeCoach({ ...desktop, rings: [box(300, 1000)] })).toEqual({ left: 10, bottom: 317, width: 370 });
    expect(placeCoach({ ...desktop, rings: [box(300, 1000), box(420)] })).toHaveProperty("top");
  });

  test("stands before a corner of the board rather than before the tickets", () => {
    const rings = [box(42, 2, 977, 586), box(162, 968, 310, 260)];
    expect(placeCoach({ ...desktop, rings }).left).toBe(10);
  });

  test("stands before the corner with the fewest cities", () => {
    const rings = [box(42, 2, 977, 586), box(162, 968, 310, 260)];
    const west = [box(100, 50, 12, 12), box(300, 60, 12, 12), box(440, 80, 12, 12)];
    expect(placeCoach({ ...desktop, rings, cities: west }).left).toBe(974 - 370 - 60);
    const north = [box(80, 700, 12, 12), box(100, 50, 12, 12)];
    expect(placeCoach({ ...desktop, rings, cities: north })).toEqual({ left: 10, width: 370, bottom: 317 });
  });

  test("goes by how tall it is: also a ring well above the log may be behind it", () => {
    const rings = [box(150, 1000)];
    expect(placeCoach({ ...desktop, rings }).left).toBe(980);
    expect(placeCoach({ ...desktop, rings, coach: { width: 294, height: 320 } }).left).toBe(10);
  });

  test("comes to rest: from the place it went to, it does not go back", () => {
    const rings = [box(240, 1000)];
    const taller = { ...desktop, rings, coach: { width: 294, height: 274 } };
    expect(placeCoach(taller).left).toBe(10);
    expect(placeCoach({ ...taller, coach: { width: 370, height: 227 } }).left).toBe(10);
  });
});

describe("on a phone the coach", () => {
  test("stands over the board, not over what is to be pressed", () => {
    expect(placeCoach(phone)).toMatchObject({ bottom: 326 });
    expect(placeCoach({ ...phone, rings: [box(471, 2, 356, 70)] })).toMatchObject({ bottom: 326 });
  });

  test("leaves the board free where the board is meant, and cards where cards are", () => {
    const whole = box(38, 2, 356, 220);
    expect(placeCoach({ ...phone, rings: [whole], action: box(258, 0, 360, 90) })).toMatchObject({ bottom: 58 });
    expect(placeCoach({ ...phone, rings: [box(110, 89, 75, 26), box(585, 2, 356, 98)] })).toMatchObject({
      bottom: 326,
    });
  });

  test("stands before cards rather than before a route that it speaks of", () => {
    const rings = [box(209, 219, 22, 40)];
    expect(placeCoach({ ...phone, rings, coach: { width: 340, height: 186 } })).toMatchObject({ bottom: 58 });
  });

  test("without a game keeps away from the buttons", () => {
    const over = { ...phone, action: null, rings: [box(340, 15, 330, 150)], handy: [box(180, 10, 340, 130)] };
    expect(placeCoach(over)).toMatchObject({ bottom: 10 });
  });
});
