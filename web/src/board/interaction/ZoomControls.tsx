/** Zoom in, zoom out, fit the whole board. */

import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { closestScale, fitScale } from "./camera";
import type { Viewport } from "./viewport";

export function ZoomControls({ viewport }: { viewport: Viewport }) {
  useEffect(() => followZoomKeys(viewport), [viewport]);
  const scale = viewport.camera.value.scale;
  const screen = viewport.screen.value;
  const whole = scale <= fitScale(viewport.board, screen) * 1.001;
  const closest = scale >= closestScale(viewport.board, screen) * 0.999;
  return (
    <div class="board-controls" role="group" aria-label={t("board.zoom")}>
      <Control name="zoom-in" sign="M-6 0H6M0-6V6" disabled={closest} onClick={() => viewport.step(1)} />
      <Control name="zoom-out" sign="M-6 0H6" disabled={whole} onClick={() => viewport.step(-1)} />
      <Control
        name="fit"
        sign="M-6-2V-6H-2M2-6H6V-2M6 2V6H2M-2 6H-6V2"
        disabled={whole}
        onClick={() => viewport.fit()}
      />
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { "+": 1, "=": 1, "-": -1, "−": -1 };

/** Zoom keys work wherever the focus is, except in fields and dialogs. */
function followZoomKeys(viewport: Viewport): () => void {
  const listen = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const taken = target?.closest("input, select, textarea, [contenteditable], dialog, .board");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || taken) return;
    const steps = STEPS[event.key];
    if (steps) viewport.step(steps);
    else if (event.key === "0") viewport.fit();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

interface ControlProps {
  name: string;
  sign: string;
  disabled: boolean;
  onClick: () => void;
}

function Control({ name, sign, disabled, onClick }: ControlProps) {
  const words = t(`board.${name}`);
  return (
    <button
      type="button"
      class="board-control"
      aria-label={words}
      title={words}
      aria-disabled={disabled}
      onClick={onClick}
    >
      <svg viewBox="-10 -10 20 20" aria-hidden="true">
        <path d={sign} />
      </svg>
    </button>
  );
}
