/** Something above a place of the board, or below it near the upper edge. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../model/types";
import { toScreen } from "./camera";
import { measurePanels, wayClear } from "./covered";
import type { Viewport } from "./viewport";

/** Pixels that a callout needs above its place. */
const ABOVE = 150;
/** Pixels at the lower edge that the action bar may cover. */
const COVERED = 90;

/** It follows the camera, stays on the screen, and gives way to panels over the board. */
export function Callout({ viewport, at, children }: { viewport: Viewport; at: Point; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const away = useSignal<Point>({ x: 0, y: 0 });
  const screen = viewport.screen.value;
  const { x, y } = toScreen(viewport.camera.value, screen, at);
  const below = y < ABOVE;
  const left = Math.max(130, Math.min(screen.width - 130, x));
  const top = below ? Math.max(0, y) : Math.min(screen.height - COVERED, y);
  useEffect(() => {
    const callout = element.current;
    if (!callout) return undefined;
    return measurePanels(callout, ({ left: from, top: height, width, height: tall }, panels) => {
      const { x: right, y: down } = away.peek();
      const way = wayClear(new DOMRect(from - right, height - down, width, tall), panels);
      if (way.x !== right || way.y !== down) away.value = way;
    });
  }, [left, top, children]);
  return (
    <div
      ref={element}
      class={`board-callout ${below ? "below" : ""}`}
      style={{ left: `${left + away.value.x}px`, top: `${top + away.value.y}px` }}
    >
      {children}
    </div>
  );
}
