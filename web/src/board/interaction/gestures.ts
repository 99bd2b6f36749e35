/** Wheel, drag and pinch gestures. A press that moved the board is not a click. */

import type { Point } from "../model/types";
import type { Viewport } from "./viewport";

/** Pointer movements below this many pixels are jitter. */
const STEADY = { mouse: 4, touch: 10 };

export interface Gestures {
  /** Whether the coming click only ends a drag. */
  moved(): boolean;
  /** Whether the last press was a touch. */
  finger(): boolean;
  end(): void;
}

export function listen(element: HTMLElement, viewport: Viewport): Gestures {
  const pressed = new Map<number, Point>();
  let origin: Point | null = null;
  let moving = false;
  let touch = false;
  const place = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const down = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    touch = event.pointerType === "touch";
    if (event.isPrimary) pressed.clear(); // drop pointers whose release was lost
    if (pressed.size === 0) [origin, moving] = [place(event), false];
    pressed.set(event.pointerId, place(event));
    if (pressed.size > 1) moving = true;
  };

  const up = (event: PointerEvent) => {
    pressed.delete(event.pointerId);
  };

  const move = (event: PointerEvent) => {
    const before = pressed.get(event.pointerId);
    if (!before || !origin) return;
    if (event.pointerType === "mouse" && event.buttons === 0) return up(event); // released outside the window
    const now = place(event);
    const steady = touch ? STEADY.touch : STEADY.mouse;
    if (!moving && Math.hypot(now.x - origin.x, now.y - origin.y) < steady) return;
    if (!moving) capture(event.pointerId);
    moving = true;
    const other = [...pressed].find(([pointer]) => pointer !== event.pointerId)?.[1];
    if (other) viewport.pinch([before, other], [now, other]);
    else viewport.pan({ x: now.x - before.x, y: now.y - before.y });
    pressed.set(event.pointerId, now);
  };

  /** Capture the pointer, so that a drag continues outside the board. Synthetic pointers cannot be captured. */
  const capture = (pointer: number) => {
    if (element.setPointerCapture && pressed.has(pointer)) element.setPointerCapture(pointer);
  };

  const wheel = (event: WheelEvent) => {
    if (viewport.fitted && event.deltaY > 0 && !event.ctrlKey) return; // fully zoomed out: let the page scroll
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 24 : 1;
    viewport.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), place(event));
  };

  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", up, { signal });
  element.addEventListener("wheel", wheel, { signal, passive: false });
  return { moved: () => moving, finger: () => touch, end: () => stop.abort() };
}
