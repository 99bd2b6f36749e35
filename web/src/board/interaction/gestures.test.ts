import { afterEach, beforeEach, expect, it } from "vitest";
import { type Gestures, listen } from "./gestures";
import { Viewport } from "./viewport";

const element = document.createElement("div");
let viewport: Viewport;
let gestures: Gestures;

function pointer(type: string, x: number, y: number, more: PointerEventInit = {}): void {
  const values = {
    clientX: x,
    clientY: y,
    pointerId: 1,
    pointerType: "touch",
    isPrimary: true,
    bubbles: true,
    ...more,
  };
  element.dispatchEvent(new PointerEvent(type, values));
}

beforeEach(() => {
  document.body.append(element);
  viewport = new Viewport({ width: 1000, height: 600 }, () => true);
  viewport.resize({ width: 500, height: 300 });
  viewport.zoom(3, { x: 250, y: 150 });
  gestures = listen(element, viewport);
});

afterEach(() => gestures.end());

it("takes a press that hardly moves for a click", () => {
  const before = viewport.camera.peek();
  pointer("pointerdown", 100, 100);
  pointer("pointermove", 104, 103);
  pointer("pointerup", 104, 103);
  expect(gestures.moved()).toBe(false);
  expect(gestures.finger()).toBe(true);
  expect(viewport.camera.peek()).toBe(before);
});

it("pans with a finger, and then there was no click", () => {
  const { x, scale } = viewport.camera.peek();
  pointer("pointerdown", 100, 100);
  pointer("pointermove", 130, 100);
  pointer("pointermove", 160, 100);
  pointer("pointerup", 160, 100);
  expect(gestures.moved()).toBe(true);
  expect(viewport.camera.peek().x).toBeCloseTo(x - 60 / scale);
  pointer("pointerdown", 100, 100);
  expect(gestures.moved()).toBe(false);
});

it("zooms with two fingers", () => {
  const { scale } = viewport.camera.peek();
  pointer("pointerdown", 200, 150);
  pointer("pointerdown", 300, 150, { pointerId: 2, isPrimary: false });
  pointer("pointermove", 150, 150);
  pointer("pointermove", 350, 150, { pointerId: 2, isPrimary: false });
  expect(viewport.camera.peek().scale).toBeGreaterThan(1.2 * scale);
  expect(gestures.moved()).toBe(true);
});

it("zooms with the wheel, and leaves it to the page where nothing is farther away", () => {
  const { scale } = viewport.camera.peek();
  const turn = (deltaY: number) => {
    const event = new WheelEvent("wheel", { deltaY, clientX: 250, clientY: 150, cancelable: true });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(turn(-100)).toBe(true);
  expect(viewport.camera.peek().scale).toBeGreaterThan(scale);
  viewport.fit();
  expect(turn(100)).toBe(false);
});

it("keeps all of the board in sight when the window changes", () => {
  viewport.fit();
  viewport.resize({ width: 300, height: 600 });
  expect(viewport.fitted).toBe(true);
});
