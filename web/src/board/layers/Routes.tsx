/** Routes: spaces with colour and symbol, the glow of claimable ones, targets for pointer and keyboard. */

import { cityName, colourName, t } from "../../i18n";
import type { BoardModel, RouteModel } from "../model/boardModel";
import { memo } from "../../lib/memo";
import type { BoardState } from "../model/types";

export interface RoutesProps {
  model: BoardModel;
  state: BoardState;
  /** The route that is the tab stop. */
  stop: string | null;
  nameSeat: (seat: number) => string;
}

export const Routes = memo(function Routes({ model, state, stop, nameSeat }: RoutesProps) {
  return (
    <g class="board-routes">
      <g class="board-glow">
        {model.routes.map(
          ({ id, bed }) =>
            glowing(state, id) && <Glow key={id} bed={bed} lit={state.lit !== null} width={model.width} />,
        )}
      </g>
      {model.routes.map((route) => (
        <Route
          key={route.id}
          model={model}
          route={route}
          owner={state.owners[route.id] ?? null}
          closed={state.closed.has(route.id)}
          claimable={state.claimable.has(route.id)}
          lit={state.lit && state.lit.has(route.id)}
          stop={stop === route.id}
          nameSeat={nameSeat}
        />
      ))}
    </g>
  );
});

/** With a colour selected only routes it can pay for glow, otherwise all claimable ones. */
function glowing(state: BoardState, route: string): boolean {
  return state.lit ? state.lit.has(route) : state.claimable.has(route);
}

/** Wide, faint strokes stacked below the spaces: looks like a blur, at little cost. */
const Glow = memo(function Glow({ bed, lit, width }: { bed: string; lit: boolean; width: number }) {
  return (
    <g class={lit ? "glow lit" : "glow"}>
      {[1.15, 0.75, 0.4].map((part) => (
        <path key={part} d={bed} stroke-width={part * width} />
      ))}
    </g>
  );
});

interface RouteProps {
  model: BoardModel;
  route: RouteModel;
  owner: number | null;
  closed: boolean;
  claimable: boolean;
  lit: boolean | null;
  stop: boolean;
  nameSeat: (seat: number) => string;
}

const Route = memo(function Route(props: RouteProps) {
  const { model, route, owner, closed, claimable, lit, stop } = props;
  const { drawn, rules } = route;
  const classes = ["route", `colour-${route.token}`];
  if (rules.tunnel) classes.push("tunnel");
  if (owner !== null) classes.push("owned");
  if (closed) classes.push("closed");
  if (claimable) classes.push("claimable");
  if (lit !== null && owner === null) classes.push(lit ? "lit" : "unlit");
  return (
    <g
      class={classes.join(" ")}
      role="button"
      aria-label={routeLabel(props)}
      aria-disabled={!claimable}
      tabindex={stop ? 0 : -1}
      data-route={route.id}
    >
      <path class="route-hit" d={drawn.path} stroke-width={2.6 * model.width} />
      <path class="route-rail" d={drawn.path} />
      <path class="route-bed" d={route.bed} />
      {rules.tunnel && <path class="route-stones" d={route.bed} stroke-width={0.3 * model.width} />}
      <path class="route-spaces" d={route.boxes} />
      <path class="route-gloss" d={route.gloss} />
      <path class="route-symbols" d={route.symbols} />
    </g>
  );
});

/** The accessible name: ends, cost, owner. */
function routeLabel({ model, route, owner, closed, claimable, nameSeat }: RouteProps): string {
  const { rules } = route;
  const words = [
    t("board.route", {
      from: cityName(model.rules, rules.from),
      to: cityName(model.rules, rules.to),
      length: rules.length,
      colour: colourName(rules.colour),
      points: rules.points,
    }),
  ];
  if (rules.tunnel) words.push(t("board.tunnel"));
  if (owner !== null) words.push(t("board.owner", { owner: nameSeat(owner) }));
  else if (closed) words.push(t("board.closed"));
  else words.push(t(claimable ? "board.claimable" : "board.free"));
  return words.join(", ");
}
