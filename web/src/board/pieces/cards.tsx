/** Train cards: each colour has its own wagon and landscape, and its symbol in two corners. */

import { cardName, t } from "../../i18n";
import { memo } from "../../lib/memo";
import { CardArt } from "./cardArt";
import { symbolPath, tokenOf } from "../model/shapes";
import type { Vehicle } from "../model/types";

export interface TrainCardProps {
  colour: string;
  /** A count in the corner. */
  count?: number;
  face?: "up" | "down";
  vehicle?: Vehicle;
}

/** Fills the width of its container; aspect ratio 120 to 76. */
export const TrainCard = memo(function TrainCard({ colour, count, face = "up", vehicle = "train" }: TrainCardProps) {
  if (face === "down") return <CardBack />;
  const name = cardName(colour, vehicle);
  const words =
    count === undefined ? t("board.card", { colour: name }) : t("board.card-count", { colour: name, count });
  return (
    <svg class={`train-card colour-${tokenOf(colour)}`} viewBox="0 0 120 76" role="img" aria-label={words}>
      <rect class="card-edge" x="0.75" y="0.75" width="118.5" height="74.5" rx="8" />
      <Landscape wild={colour === "locomotive"} />
      <CardArt token={tokenOf(colour)} vehicle={vehicle} />
      <rect class="card-frame" x="5" y="5" width="110" height="66" rx="5" />
      <Corner colour={colour} x={15} y={15} />
      <Corner colour={colour} x={105} y={61} />
      {count !== undefined && <Count count={count} />}
    </svg>
  );
});

/** Sky, sun, hills and track; rays of every colour behind a locomotive. */
function Landscape({ wild }: { wild: boolean }) {
  return (
    <>
      <path class="card-sky" d="M5 10q0-5 5-5h100q5 0 5 5v56q0 5-5 5H10q-5 0-5-5Z" />
      {wild ? <Rays /> : <circle class="card-sun" cx="84" cy="24" r="11" />}
      {!wild && <path class="card-hill-far" d="M5 45Q20 28 34 38T62 34T92 36T115 30V60H5Z" />}
      {!wild && <path class="card-hill" d="M5 50Q26 40 48 48T88 45T115 47V62H5Z" />}
      <path class="card-ground" d="M5 59H115V66Q115 71 110 71H10Q5 71 5 66Z" />
      <path class="card-sleepers" d="M9 63.5H111" />
      <path class="card-rail" d="M5 60.7H115" />
    </>
  );
}

const RAYS = ["pink", "red", "orange", "yellow", "green", "blue", "white", "black"];

/** Rays from below the centre: a locomotive stands for every colour. */
function Rays() {
  return (
    <>
      {RAYS.map((colour, index) => {
        const [from, to] = [ray(index), ray(index + 1)];
        return <path key={colour} class={`card-ray colour-${colour}`} d={`M60 59L${from}L${to}Z`} />;
      })}
    </>
  );
}

/** Where the edge of a ray meets the frame. */
function ray(index: number): string {
  const turn = Math.PI - (index * Math.PI) / RAYS.length;
  const [x, y] = [Math.cos(turn), Math.sin(turn)];
  const reach = Math.min(55 / Math.max(1e-6, Math.abs(x)), 54 / Math.max(1e-6, y));
  return `${(60 + reach * x).toFixed(1)} ${(59 - reach * y).toFixed(1)}`;
}

function Corner({ colour, x, y }: { colour: string; x: number; y: number }) {
  return (
    <>
      <circle class="card-corner" cx={x} cy={y} r="8.5" />
      <path class="card-symbol" d={symbolPath(colour, 5.2, { x, y })} />
    </>
  );
}

function Count({ count }: { count: number }) {
  return (
    <g class="card-count">
      <rect x="89" y="3" width="28" height="22" rx="8" />
      <text x="103" y="19.5" text-anchor="middle" font-size="17">
        {count}
      </text>
    </g>
  );
}

export function CardBack() {
  return (
    <svg class="train-card card-back" viewBox="0 0 120 76" role="img" aria-label={t("board.card-back")}>
      <rect class="card-edge" x="0.75" y="0.75" width="118.5" height="74.5" rx="8" />
      <rect class="back-ground" x="5" y="5" width="110" height="66" rx="5" />
      <path class="back-track" d="M8 66C45 62 75 14 112 10M8 10C45 14 75 62 112 66" />
      <path class="back-rails" d="M8 66C45 62 75 14 112 10M8 10C45 14 75 62 112 66" />
      <circle class="back-seal" cx="60" cy="38" r="17" />
      <path class="back-wheel" d={symbolPath("locomotive", 12, { x: 60, y: 38 })} />
    </svg>
  );
}
