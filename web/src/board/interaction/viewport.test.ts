import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fitCamera } from "./camera";
import { Viewport } from "./viewport";

const board = { width: 1000, height: 600 };
const screen = { width: 390, height: 560 };
const WEST = [{ x: 100, y: 300 }];
const EAST = [{ x: 900, y: 300 }];
const READABLE = 2;

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "requestAnimationFrame", "cancelAnimationFrame"] }));
afterEach(() => void vi.useRealTimers());

function opened(): Viewport {
  const viewport = new Viewport(board, () => false);
  viewport.resize(screen);
  return viewport;
}

it("returns to the whole board after framing one thing after the other", () => {
  const viewport = opened();
  viewport.attend(WEST, READABLE);
  vi.advanceTimersByTime(1000);
  expect(viewport.camera.value.scale).toBe(READABLE);
  viewport.relax();
  vi.advanceTimersByTime(50); // on the way back
  viewport.attend(EAST, READABLE);
  vi.advanceTimersByTime(1000);
  expect(viewport.camera.value.x).toBeGreaterThan(800);
  viewport.relax();
  vi.advanceTimersByTime(1000);
  expect(viewport.camera.value).toEqual(fitCamera(board, screen));
});

it("stays where a gesture has led", () => {
  const viewport = opened();
  viewport.attend(WEST, READABLE);
  viewport.pan({ x: 5, y: 0 });
  const panned = viewport.camera.value;
  viewport.attendAgain(EAST, READABLE, { top: 0, bottom: 200 });
  viewport.relax();
  vi.advanceTimersByTime(1000);
  expect(viewport.camera.value).toEqual(panned);
});
