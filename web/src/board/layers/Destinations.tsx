/** Collars around the cities of the player's own tickets: where to go is seen without looking at a ticket. */

import { memo } from "../../lib/memo";
import { type BoardModel, citiesMeant } from "../model/boardModel";

export interface DestinationsProps {
  model: BoardModel;
  sought: ReadonlySet<string>;
  joined: ReadonlySet<string>;
}

export const Destinations = memo(function Destinations({ model, sought, joined }: DestinationsProps) {
  return (
    <g class="board-destinations" aria-hidden="true">
      {[...joined].map((id) => (
        <Collar key={`joined ${id}`} model={model} id={id} kind="joined" />
      ))}
      {[...sought].map((id) => (
        <Collar key={id} model={model} id={id} kind="sought" />
      ))}
    </g>
  );
});

/** A country has many border points, any of which will do: none of them is marked. */
function Collar({ model, id, kind }: { model: BoardModel; id: string; kind: string }) {
  const city = citiesMeant(model, id).find(({ drawn }) => drawn.kind !== "country");
  if (!city) return null;
  return (
    <circle class={`destination ${kind}`} cx={city.drawn.x} cy={city.drawn.y} r={1.45 * model.drawing.sizes.city} />
  );
}
