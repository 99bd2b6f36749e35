/** A board without words, as on a poster. */

import { Land } from "../board/layers/Land";
import { tokenOf } from "../board/model/shapes";
import { usePicture } from "../table/Thumbnail";
import type { BoardValues, Drawing, DrawnRoute, RulesOffer } from "../wire";
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

/** One path for each colour: a board has hundreds of spaces. */
function tracks(drawing: Drawing, board: BoardValues): [string, string][] {
  const paths = new Map<string, string>();
  for (const { id, colour } of board.routes) {
    const route = drawing.routes[id];
    if (!route) continue;
    const token = tokenOf(colour);
    paths.set(token, (paths.get(token) ?? "") + spacesPath(route));
  }
  return [...paths];
}

function spacesPath({ spaces, space }: DrawnRoute): string {
  const [length = 0, width = 0] = space;
  return spaces
    .map(({ x, y, angle }) => {
      const turn = (angle * Math.PI) / 180;
      const along = { x: (Math.cos(turn) * length) / 2, y: (Math.sin(turn) * length) / 2 };
      const across = { x: (-Math.sin(turn) * width) / 2, y: (Math.cos(turn) * width) / 2 };
      const corner = (side: number, end: number) =>
        `${(x + side * along.x + end * across.x).toFixed(1)} ${(y + side * along.y + end * across.y).toFixed(1)}`;
      return `M${corner(-1, -1)}L${corner(1, -1)}L${corner(1, 1)}L${corner(-1, 1)}Z`;
    })
    .join("");
}
