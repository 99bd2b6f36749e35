import { expect, test } from "vitest";
import { CUES } from "./cues";

test.each(Object.entries(CUES))("%s is short, soft and playable", (_, voices) => {
  expect(voices.length).toBeGreaterThan(0);
  for (const { pitch, to = pitch, at, length, loud } of voices) {
    expect(Math.min(pitch, to)).toBeGreaterThan(20); // exponential ramps need positive values
    expect(Math.max(pitch, to)).toBeLessThan(16_000);
    expect(at + length).toBeLessThanOrEqual(4);
    expect(loud).toBeGreaterThan(0);
    expect(loud).toBeLessThanOrEqual(1);
  }
});
