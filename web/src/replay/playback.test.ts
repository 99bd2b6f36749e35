import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Playback } from "./playback";

describe("a replay", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("goes by keys and stays within the game", () => {
    const playing = new Playback(20, 99);
    expect(playing.at.value).toBe(20);
    const at = (key: string) => {
      expect(playing.press(key)).toBe(true);
      return playing.at.value;
    };
    expect(["Home", "ArrowLeft", "ArrowRight", "PageDown", "PageDown", "End"].map(at)).toEqual([0, 0, 1, 11, 20, 20]);
    expect(playing.press("x")).toBe(false);
  });

  test("runs by itself, from the beginning if it was at the end, and stops there", () => {
    const playing = new Playback(3, 3);
    playing.press(" ");
    expect(playing.at.value).toBe(0);
    vi.advanceTimersByTime(1500);
    expect(playing.at.value).toBe(1);
    playing.speed.value = 4;
    vi.advanceTimersByTime(1500);
    expect(playing.at.value).toBe(3);
    expect(playing.running.value).toBe(false);
    playing.close();
  });

  test("is paused by a step", () => {
    const playing = new Playback(9, 0);
    playing.toggle();
    playing.step(1);
    expect(playing.running.value).toBe(false);
    playing.close();
  });
});
