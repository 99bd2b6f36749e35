/** The sheet the board is printed on: its edge, and a neatline around the map as atlases have it. */

import type { ReadonlySignal } from "@preact/signals";
import { memo } from "../../lib/memo";
import { type Box, MARGIN } from "../interaction/camera";

const EDGE = 9;

export interface FrameProps {
  sheet: ReadonlySignal<Box>;
  /** Prefix for element ids, unique for each board on the page. */
  scope: string;
}

/** The printed part of a sheet, or more or less of it. */
function printed({ x, y, width, height }: Box, more = 0): Box {
  const by = MARGIN - more;
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

export const Frame = memo(function Frame({ sheet: { value: sheet }, scope }: FrameProps) {
  return (
    <g class="board-frame">
      <defs>
        <clipPath id={`${scope}-frame`}>
          <rect {...printed(sheet)} rx="3" />
        </clipPath>
        <radialGradient id={`${scope}-light`} cx="50%" cy="46%" r="72%">
          <stop class="light-middle" offset="45%" />
          <stop class="light-edge" offset="100%" />
        </radialGradient>
      </defs>
      <rect class="sheet" {...printed(sheet, EDGE + 4.6)} rx="8" />
      <rect class="neatline" {...printed(sheet, EDGE / 2)} rx="3" />
      <rect class="neatline-ticks" {...printed(sheet, EDGE / 2)} rx="3" />
    </g>
  );
});

/** The vignette over the land. */
export const Light = memo(function Light({ sheet, scope }: FrameProps) {
  return <rect {...printed(sheet.value)} fill={`url(#${scope}-light)`} />;
});

export const Sea = memo(function Sea({ sheet }: Pick<FrameProps, "sheet">) {
  return <rect class="land-sea" {...printed(sheet.value)} />;
});
