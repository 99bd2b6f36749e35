/** What lies on the table above or below the board, where its place is taller than the map. */

import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { freeBeside } from "./camera";
import type { Viewport } from "./viewport";

/** Pixels from which there is room for anything. */
const LEAST = 44;

interface OnTableProps {
  viewport: Viewport;
  where: "above" | "below";
  children: ComponentChildren;
}

/** Gone while the camera is elsewhere: then the map has all of its place. */
export function OnTable({ viewport, where, children }: OnTableProps) {
  const free = useComputed(() => Math.floor(freeBeside(viewport.camera.value, viewport.board, viewport.screen.value)));
  if (!children || free.value < LEAST) return null;
  return (
    <div class={`on-table ${where}`} style={{ height: `${free.value}px` }}>
      {children}
    </div>
  );
}
