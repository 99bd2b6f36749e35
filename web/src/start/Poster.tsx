/** A board without words, as on a poster. */

import { Land } from "../board/layers/Land";
import { boardModel } from "../board/model/boardModel";
import { usePicture } from "../table/Thumbnail";
import type { BoardValues, Drawing, RulesOffer } from "../wire";
import "../styles/board.css";

/** Beside a tall board its blurred land fills the width. */
export function Poster({ rules }: { rules: Pick<RulesOffer, "id" | "hash"> }) {
  const picture = usePicture(rules);
  if (!picture) return <div class="picture-place" />;
  const { drawing, board } = picture;
  const tall = drawing.height > drawing.width;
  const frame = `0 0 ${drawing.width} ${drawing.height}`;
  return (
    <div
      class={tall ? "poster tall" : "poster"}
      style={{ "--shape": drawing.width / drawing.height }}
      aria-hidden="true"
    >
      {tall && (
        <svg class="poster-behind" viewBox={frame} preserveAspectRatio="xMidYMid slice">
          <Ground drawing={drawing} scope={`behind-${rules.id}`} />
        </svg>
      )}
      <svg viewBox={frame} preserveAspectRatio="xMidYMid meet">
        <Ground drawing={drawing} scope={`poster-${rules.id}`} />
        {tracks(drawing, board).map(([colour, path]) => (
          <path key={colour} class={`poster-track colour-${colour}`} d={path} />
        ))}
        {Object.entries(drawing.cities).map(([id, { x, y }]) => (
          <circle key={id} class="poster-city" cx={x} cy={y} r={0.8 * drawing.sizes.city} />
        ))}
      </svg>
    </div>
  );
}

function Ground({ drawing, scope }: { drawing: Drawing; scope: string }) {
  return (
    <>
      <clipPath id={`${scope}-frame`}>
        <rect width={drawing.width} height={drawing.height} />
      </clipPath>
      <Land drawing={drawing} scope={scope} />
    </>
  );
}

/** One path for each colour, its spaces where the board has them: there are hundreds. */
function tracks(drawing: Drawing, board: BoardValues): [string, string][] {
  const paths = new Map<string, string>();
  for (const { token, boxes } of boardModel(drawing, board).routes) paths.set(token, (paths.get(token) ?? "") + boxes);
  return [...paths];
}
