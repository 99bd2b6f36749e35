import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollWhileVisible } from "./polling";

let visible: DocumentVisibilityState = "visible";
beforeEach(() => {
  visible = "visible";
  vi.useFakeTimers();
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visible);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("it polls at once and at every interval, until stopped", () => {
  const poll = vi.fn();
  const stop = pollWhileVisible(poll, 100);
  expect(poll).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(250);
  expect(poll).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(500);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(poll).toHaveBeenCalledTimes(3);
});

test("a hidden page does not poll, and catches up when it is seen again", () => {
  visible = "hidden";
  const poll = vi.fn();
  const stop = pollWhileVisible(poll, 100);
  vi.advanceTimersByTime(1000);
  expect(poll).not.toHaveBeenCalled();
  visible = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(poll).toHaveBeenCalledTimes(1);
  stop();
});
