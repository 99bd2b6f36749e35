/** The sheet the board is printed on: its edge, and a neatline around the map as atlases have it. */

import { memo } from "../../lib/memo";
import type { Drawing } from "../model/types";

const EDGE = 9;

export const Frame = memo(function Frame({ drawing: { width, height }, scope }: { drawing: Drawing; scope: string }) {
  const around = (by: number) => ({ x: -by, y: -by, width: width + 2 * by, height: height + 2 * by });
  return (
    <g class="board-frame">
      <defs>
        <clipPath id={`${scope}-frame`}>
          <rect width={width} height={height} rx="3" />
        </clipPath>
        <radialGradient id={`${scope}-light`} cx="50%" cy="46%" r="72%">
          <stop class="light-middle" offset="45%" />
          <stop class="light-edge" offset="100%" />
        </radialGradient>
      </defs>
      <rect class="sheet" {...around(EDGE + 4.6)} rx="8" />
      <rect class="neatline" {...around(EDGE / 2)} rx="3" />
      <rect class="neatline-ticks" {...around(EDGE / 2)} rx="3" />
    </g>
  );
});
