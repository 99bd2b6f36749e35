import { describe, expect, it } from "vitest";
import {
  type Camera,
  closestScale,
  fitCamera,
  fitScale,
  framing,
  freeBeside,
  held,
  MARGIN,
  plainSheet,
  sheetOf,
  panned,
  pinched,
  sheetTransform,
  seen,
  showing,
  type Size,
  stepped,
  toBoard,
  toScreen,
  uncovered,
  zoomed,
} from "./camera";

const board = { width: 1000, height: 600 };
const screen = { width: 800, height: 800 };
const fit = fitCamera(board, screen);

describe("the camera", () => {
  it("first shows all of the board, in the middle", () => {
    const box = seen(fit, screen);
    expect(box.width).toBeCloseTo(1000 + 2 * MARGIN);
    expect(box.x + box.width / 2).toBeCloseTo(500);
    expect(box.y + box.height / 2).toBeCloseTo(300);
  });

  it("knows how much table is free above and below the whole board", () => {
    expect(freeBeside(fit, board, screen)).toBeCloseTo((800 - (600 + 2 * MARGIN) * fit.scale) / 2);
    expect(freeBeside(stepped(fit, 1, board, screen), board, screen)).toBe(0);
    expect(freeBeside({ ...fit, y: fit.y + 40 }, board, screen)).toBe(0);
  });

  it("keeps the point under the pointer while zooming", () => {
    const pixel = { x: 300, y: 420 };
    const before = toBoard(fit, screen, pixel);
    const after = toBoard(zoomed(fit, 2.5, pixel, board, screen), screen, pixel);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("goes neither farther than the whole board nor closer than is of use", () => {
    expect(stepped(fit, -3, board, screen)).toEqual(fit);
    expect(stepped(fit, 50, board, screen).scale).toBeCloseTo(closestScale(board, screen));
  });

  it("comes close enough to read on a phone", () => {
    expect(closestScale(board, { width: 360, height: 300 })).toBeGreaterThanOrEqual(3);
  });

  it("pans with the finger", () => {
    const close = zoomed(fit, 3, { x: 400, y: 400 }, board, screen);
    const under = toBoard(close, screen, { x: 400, y: 400 });
    const moved = toBoard(panned(close, { x: 60, y: -20 }, board, screen), screen, { x: 460, y: 380 });
    expect(moved.x).toBeCloseTo(under.x);
    expect(moved.y).toBeCloseTo(under.y);
  });

  it("does not pan off the board", () => {
    const close = zoomed(fit, 3, { x: 400, y: 400 }, board, screen);
    const far = panned(close, { x: 1e5, y: 1e5 }, board, screen);
    const box = seen(far, screen);
    expect(box.x).toBeCloseTo(-MARGIN);
    expect(box.y).toBeCloseTo(-MARGIN);
  });

  it("zooms by as much as two fingers part, around them", () => {
    const close = zoomed(fit, 2, { x: 400, y: 400 }, board, screen);
    const pinch = pinched(
      close,
      [
        { x: 350, y: 400 },
        { x: 450, y: 400 },
      ],
      [
        { x: 325, y: 400 },
        { x: 475, y: 400 },
      ],
      board,
      screen,
    );
    expect(pinch.scale).toBeCloseTo(1.5 * close.scale);
    expect(toBoard(pinch, screen, { x: 400, y: 400 }).x).toBeCloseTo(500);
  });

  it("moves to show places, and stays where it is if they are seen", () => {
    expect(showing([{ x: 500, y: 300 }], fit, board, screen)).toBe(fit);
    const corner = zoomed(fit, 4, { x: 0, y: 300 }, board, screen);
    const box = seen(
      showing(
        [
          { x: 900, y: 500 },
          { x: 700, y: 400 },
        ],
        corner,
        board,
        screen,
      ),
      screen,
    );
    expect(box.x).toBeLessThan(700);
    expect(box.x + box.width).toBeGreaterThan(900);
    expect(box.y + box.height).toBeGreaterThan(500);
  });

  it("frames places at a readable scale, and stays if they can be read already", () => {
    const places = [
      { x: 200, y: 200 },
      { x: 300, y: 240 },
    ];
    const there = framing(places, fit, 2 * fit.scale, board, screen);
    expect(there.scale).toBeCloseTo(2 * fit.scale);
    const box = seen(there, screen);
    expect(box.x).toBeLessThan(200);
    expect(box.x + box.width).toBeGreaterThan(300);
    expect(framing(places, fit, 0.9 * fit.scale, board, screen)).toBe(fit);
    expect(framing(places, fit, 1.1 * fit.scale, board, screen)).toBe(fit); // not worth a movement
    expect(framing([], fit, 2, board, screen)).toBe(fit);
    expect(toBoard(there, screen, toScreen(there, screen, { x: 210, y: 220 })).x).toBeCloseTo(210);
  });

  it("frames places where nothing covers them", () => {
    const places = [
      { x: 200, y: 200 },
      { x: 300, y: 240 },
    ];
    const look = (camera: Camera, free: Size) => framing(places, camera, 2 * fit.scale, board, free);
    const there = uncovered(look, fit, screen, { top: 0, bottom: screen.height / 2 });
    for (const place of places) expect(toScreen(there, screen, place).y).toBeLessThan(screen.height / 2);
    expect(uncovered((camera) => camera, fit, screen, { top: 10, bottom: 90 })).toBe(fit);
  });

  it("places the sheet so that the camera's middle is the screen's", () => {
    const camera = held({ x: 400, y: 250, scale: 2 }, board, screen);
    const { x, y, enlarged, width } = sheetTransform(camera, fitScale(board, screen), plainSheet(board), screen);
    expect(x + (camera.x + MARGIN) * camera.scale).toBeCloseTo(400);
    expect(y + (camera.y + MARGIN) * camera.scale).toBeCloseTo(400);
    expect(width * enlarged).toBeCloseTo((1000 + 2 * MARGIN) * 2);
  });
});

describe("a sheet", () => {
  const wide = { width: 2000, height: 600 };
  const bled = { ...board, bleed: [200, 300] };

  it("is the board with its margin where there is no land beside it", () => {
    expect(sheetOf(board, wide)).toEqual(plainSheet(board));
  });

  it("is as wide as the screen, around the board in its middle", () => {
    const { width, height } = plainSheet(board);
    const screen = { width: width + 200, height };
    expect(sheetOf(bled, screen)).toEqual({ x: -MARGIN - 100, y: -MARGIN, width: width + 200, height });
    expect(sheetOf(bled, { width, height: 2 * height })).toEqual(plainSheet(board));
  });

  it("ends where the land does", () => {
    const { x, width } = sheetOf(bled, wide);
    expect([x, width]).toEqual([-MARGIN - 200, 1000 + 2 * MARGIN + 500]);
  });

  it("goes on below panels at its right", () => {
    const { width, height } = plainSheet(board);
    expect(sheetOf(bled, { width, height }, 150)).toEqual({ ...plainSheet(board), width: width + 150 });
  });
});
