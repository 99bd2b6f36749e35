/** Pointer and keyboard input on the board: hover, focus, choice. */

import { type Signal, useSignal } from "@preact/signals";
import type {
  RefObject,
  TargetedFocusEvent,
  TargetedKeyboardEvent,
  TargetedMouseEvent,
  TargetedPointerEvent,
} from "preact";
import { useEffect, useRef } from "preact/hooks";
import { showing, toBoard } from "./camera";
import { type Gestures, listen } from "./gestures";
import { type Hit, hitAt } from "./hitTesting";
import type { BoardModel } from "../model/boardModel";
import { type Direction, findStop, type Stop, stopBeyond } from "./navigation";
import { type BoardState, NOTHING, type Point } from "../model/types";
import type { Viewport } from "./viewport";

export interface Choices {
  state?: BoardState | undefined;
  onRoute?: ((route: string) => void) | undefined;
  onCity?: ((city: string) => void) | undefined;
}

/** The element through which the board is seen. */
type Window = RefObject<HTMLDivElement | null>;

function choose({ onRoute, onCity }: Choices, hit: Hit): void {
  if (hit.kind === "route") onRoute?.(hit.id);
  else onCity?.(hit.id);
}

function hitOf(target: EventTarget | null): Hit | null {
  const element = target instanceof Element ? target.closest("[data-route], [data-city]") : null;
  const route = element?.getAttribute("data-route");
  const city = element?.getAttribute("data-city");
  return route ? { kind: "route", id: route } : city ? { kind: "city", id: city } : null;
}

/** Clicks and taps, resolved by position: between twins the nearer one wins. */
export function usePointing(window: Window, viewport: Viewport, model: BoardModel, choices: Choices) {
  const pointed = useSignal<Hit | null>(null);
  const gestures = useRef<Gestures | null>(null);
  useEffect(() => {
    const element = window.current;
    if (!element) return undefined;
    gestures.current = listen(element, viewport);
    return () => gestures.current?.end();
  }, [viewport]);
  useSize(window, viewport);

  const hit = (event: MouseEvent): Hit | null => {
    const { left, top } = window.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const camera = viewport.camera.peek();
    const point = toBoard(camera, viewport.screen.peek(), { x: event.clientX - left, y: event.clientY - top });
    const finger = gestures.current?.finger() ?? false;
    return hitAt(model, point, camera.scale, finger, choices.state?.claimable ?? NOTHING);
  };
  const onClick = (event: TargetedMouseEvent<HTMLDivElement>) => {
    const byHand = event.detail > 0; // assistive technology clicks without a position
    if (byHand && gestures.current?.moved()) return;
    const meant = byHand ? hit(event) : hitOf(event.target);
    if (meant) choose(choices, meant);
  };
  const onPointerMove = (event: TargetedPointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== "mouse") return;
    const now = event.buttons ? null : hit(event);
    if (now?.id !== pointed.peek()?.id || now?.kind !== pointed.peek()?.kind) pointed.value = now;
  };
  const onPointerLeave = () => {
    pointed.value = null;
  };
  return { pointed, listeners: { onClick, onPointerMove, onPointerLeave } };
}

function useSize(window: Window, viewport: Viewport): void {
  useEffect(() => {
    const element = window.current;
    if (!element || typeof ResizeObserver === "undefined") return undefined;
    const measure = () =>
      viewport.resize({ width: element.clientWidth, height: element.clientHeight }, beyondOf(element));
    const sheet = element.querySelector<HTMLElement>(".board-sheet");
    const still = sheet && viewport.move(sheet);
    const observer = new ResizeObserver(measure); // it also tells the first size, after the browser's own layout
    observer.observe(element);
    return () => {
      observer.disconnect();
      still?.();
      viewport.end();
    };
  }, [viewport]);
}

/** Pixels right of an element for which the sheet goes on below panels. */
function beyondOf(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue("--beyond")) || 0;
}

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const ZOOMS: Record<string, number> = { "+": 1, "=": 1, "-": -1 };

/** Roving tabindex: one tab stop for the board; arrow keys move it, Enter chooses. */
export function useStops(window: Window, viewport: Viewport, stops: readonly Stop[], choices: Choices) {
  const stop = useSignal<Stop | null>(null);
  const focused: Signal<Hit | null> = useSignal(null);

  const onFocusIn = (event: TargetedFocusEvent<HTMLDivElement>) => {
    const pointed = findStop(stops, hitOf(event.target));
    if (!pointed) return;
    stop.value = pointed;
    focused.value = event.target instanceof Element && event.target.matches(":focus-visible") ? pointed : null;
    if (focused.value) show(viewport, [pointed.point]);
  };
  const onFocusOut = () => {
    focused.value = null;
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (pressed(event.key)) event.preventDefault();
  };
  const pressed = (key: string): boolean => {
    const direction = DIRECTIONS[key];
    const from = stop.peek() ?? stops[0];
    if (direction && from) focusOn(window, stopBeyond(stops, from, direction) ?? from);
    else if (ZOOMS[key]) viewport.step(ZOOMS[key]);
    else if (key === "0") viewport.fit();
    else if ((key === "Enter" || key === " ") && from) choose(choices, from);
    else return false;
    return true;
  };
  return { stop, focused, listeners: { onFocusIn, onFocusOut, onKeyDown } };
}

function focusOn(window: Window, { kind, id }: Hit): void {
  const element = window.current?.querySelector(`[data-${kind}="${CSS.escape(id)}"]`);
  if (element instanceof SVGElement) element.focus({ preventScroll: true });
}

function show(viewport: Viewport, points: readonly Point[]): void {
  const camera = viewport.camera.peek();
  const there = showing(points, camera, viewport.board, viewport.screen.peek());
  if (there !== camera) viewport.glide(there);
}

/** Finish running animations; endless ones (a pulse) go on. */
export function skip(board: HTMLElement | null): void {
  for (const animation of board?.getAnimations?.({ subtree: true }) ?? []) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}
