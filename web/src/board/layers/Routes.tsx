/** Routes: spaces with colour and symbol, the glow of claimable ones, targets for pointer and keyboard. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { cityName, colourName, locale, t } from "../../i18n";
import { type BoardModel, part, type RouteModel } from "../model/boardModel";
import { memo } from "../../lib/memo";
import type { BoardState } from "../model/types";

export interface RoutesProps extends Pick<BoardState, "owners" | "closed" | "claimable" | "lit"> {
  model: BoardModel;
  /** How many of them are there: all, unless the board comes or goes gradually. */
  share?: number;
  /** The route that is the tab stop. */
  stop: string | null;
  nameSeat: (seat: number) => string;
}

export const Routes = memo(function Routes(props: RoutesProps) {
  const { model, share = 1, owners, closed, claimable, lit, stop, nameSeat } = props;
  return (
    <g class="board-routes">
      <Glows model={model} claimable={claimable} lit={lit} />
      {part(model.routes, share).map((route) => (
        <Route
          key={route.id}
          model={model}
          route={route}
          owner={owners[route.id] ?? null}
          closed={closed.has(route.id)}
          claimable={claimable.has(route.id)}
          lit={lit && lit.has(route.id)}
          stop={stop === route.id}
          nameSeat={nameSeat}
        />
      ))}
    </g>
  );
});

/** With a colour selected only routes it can pay for glow, otherwise all claimable ones. They follow with the next frame:
 * the first one of a turn has enough to do. */
const Glows = memo(function Glows({ model, claimable, lit }: Pick<RoutesProps, "model" | "claimable" | "lit">) {
  const now = useMemo(() => ({ routes: lit ?? claimable, lit: lit !== null }), [claimable, lit]);
  const shown = useSignal(now);
  useEffect(() => {
    shown.value = now;
  }, [now]);
  const { routes, lit: bright } = shown.value;
  return (
    <g class="board-glow">
      {model.routes.map(
        ({ id, bed }) => routes.has(id) && <Glow key={id} bed={bed} lit={bright} width={model.width} />,
      )}
    </g>
  );
});

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
  const classes = ["route", `colour-${route.token}`];
  if (route.rules.tunnel) classes.push("tunnel");
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
      <Way model={model} route={route} />
    </g>
  );
});

/** What no move changes: a turn that lets dozens of routes be claimed compares none of it. */
const Way = memo(function Way({ model, route }: { model: BoardModel; route: RouteModel }) {
  const { drawn, rules } = route;
  return (
    <>
      <path class="route-hit" d={drawn.path} stroke-width={2.6 * model.width} />
      <path class="route-rail" d={drawn.path} />
      <path class="route-bed" d={route.bed} />
      {rules.tunnel && <path class="route-stones" d={route.bed} stroke-width={0.3 * model.width} />}
      <path class="route-spaces" d={route.boxes} />
      <path class="route-gloss" d={route.gloss} />
      <path class="route-symbols" d={route.symbols} />
    </>
  );
});

/** The accessible name: ends, cost, owner. */
function routeLabel({ model, route, owner, closed, claimable, nameSeat }: RouteProps): string {
  const words = [wayWords(model, route)];
  if (owner !== null) words.push(t("board.owner", { owner: nameSeat(owner) }));
  else if (closed) words.push(t("board.closed"));
  else words.push(t(claimable ? "board.claimable" : "board.free"));
  return words.join(", ");
}

const labels = new WeakMap<RouteModel, { locale: string; words: string }>();

/** Ends and cost: for all routes of a board they are told at each turn. */
function wayWords(model: BoardModel, route: RouteModel): string {
  const spoken = locale();
  const known = labels.get(route);
  if (known?.locale === spoken) return known.words;
  const { rules } = route;
  const way = t("board.route", {
    from: cityName(model.rules, rules.from),
    to: cityName(model.rules, rules.to),
    length: rules.length,
    colour: colourName(rules.colour),
    points: rules.points,
  });
  const words = rules.tunnel ? `${way}, ${t("board.tunnel")}` : way;
  labels.set(route, { locale: spoken, words });
  return words;
}
