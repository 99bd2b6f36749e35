/** The board of a game: one SVG for every map. Knows nothing of tables and servers. */

import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useId, useMemo, useRef } from "preact/hooks";
import { usePartsDrawn } from "../lib/gradually";
import { lessMotion } from "../lib/settings";
import { t } from "../i18n";
import { Callout } from "./interaction/Callout";
import { OnTable } from "./interaction/OnTable";
import { measureCovered } from "./interaction/covered";
import { type CoveredEdges, landBeside, viewBoxOf } from "./interaction/camera";
import { Cities, Names } from "./layers/Cities";
import { ZoomControls } from "./interaction/ZoomControls";
import { Destinations } from "./layers/Destinations";
import { Frame } from "./layers/Frame";
import { Highlights, MissingWay, Pointed, TrailLight } from "./layers/Highlights";
import { skip, usePointing, useStops } from "./interaction/pointing";
import { Land } from "./layers/Land";
import { LiveryDefinitions } from "./pieces/liveries";
import { type BoardModel, boardModel, citiesMeant } from "./model/boardModel";
import { magnification } from "./model/labels";
import { pointsOf } from "./model/places";
import { stopsOf } from "./interaction/navigation";
import { Routes } from "./layers/Routes";
import { Trains } from "./layers/Trains";
import { type BoardRules, type BoardState, type Drawing, EMPTY_STATE, NOTHING, type Vehicle } from "./model/types";
import { Viewport } from "./interaction/viewport";

export interface BoardProps {
  drawing: Drawing;
  rules: BoardRules;
  state?: BoardState;
  onRoute?: (route: string) => void;
  onCity?: (city: string) => void;
  vehicle?: Vehicle;
  /** Label only ringed cities. */
  fewNames?: boolean;
  /** Player names, for screen readers. */
  seatNames?: readonly string[];
  /** Routes, cities or countries being talked about: the camera frames them, then returns. */
  attention?: readonly string[];
  /** Frame them without coming closer. */
  overview?: boolean;
  /** A panel that may lie over the board: as long as it does, all cities are to be seen above it. */
  panel?: string | null;
  /** Draw a part of it a frame: for a board that nobody waits for. */
  gradually?: boolean;
  /** Called once all of the board has been painted. */
  whenDrawn?: () => void;
  /** Called once it has been taken away, a part a frame; without it, it stays. */
  whenGone?: (() => void) | undefined;
  /** What to show above and below the whole board, where there is room. */
  above?: ComponentChildren;
  below?: ComponentChildren;
  /** Something to show over a route. */
  callout?: { route: string; content: ComponentChildren } | null;
}

export function Board(props: BoardProps) {
  const { drawing, rules, state = EMPTY_STATE, vehicle = "train", seatNames } = props;
  const scope = useId();
  const window = useRef<HTMLDivElement>(null);
  const model = boardModel(drawing, rules);
  const stops = useMemo(() => stopsOf(model), [model]);
  const viewport = useMemo(() => new Viewport(drawing, () => lessMotion.peek()), [drawing]);
  const { pointed, listeners: pointing } = usePointing(window, viewport, model, props);
  const { stop, focused, listeners: keys } = useStops(window, viewport, stops, props);
  const nameSeat = useCallback((seat: number) => seatNames?.[seat] ?? t("board.seat", { seat: seat + 1 }), [seatNames]);
  const at = stop.value ?? stops[0];
  const { whenDrawn, whenGone } = props;
  const drawn = usePartsDrawn(whenGone ? 0 : PARTS.all, props.gradually ?? false, whenGone ?? whenDrawn);
  useAttention(window, viewport, model, props);
  const viewBox = useComputed(() => viewBoxOf(viewport.sheet.value));
  const called = props.callout && model.route.get(props.callout.route);
  return (
    <div class="board" ref={window}>
      <div class="board-sheet" onPointerDown={() => skip(window.current)} {...pointing} {...keys}>
        <svg class="board-ground" viewBox={viewBox} aria-hidden="true">
          <Frame sheet={viewport.sheet} scope={scope} />
          {drawn >= PARTS.land && <Land drawing={drawing} sheet={viewport.sheet} scope={scope} />}
        </svg>
        <svg class="board-picture" viewBox={viewBox} role="group" aria-label={t("board.label")}>
          <LiveryDefinitions scope={scope} vehicle={vehicle} />
          <MissingWay model={model} path={state.path} />
          {drawn > PARTS.land && (
            <Routes
              share={shareOf(drawn, PARTS.land, PARTS.routes)}
              model={model}
              owners={state.owners}
              closed={state.closed}
              claimable={state.claimable}
              lit={state.lit}
              stop={at?.kind === "route" ? at.id : null}
              nameSeat={nameSeat}
            />
          )}
          <TrailLight model={model} trail={state.trail} />
          {drawn > PARTS.routes && (
            <Trains
              share={shareOf(drawn, PARTS.routes, PARTS.trains)}
              model={model}
              owners={state.owners}
              latest={state.latest}
              staged={state.staged}
              scope={scope}
            />
          )}
          <Destinations model={model} sought={state.sought ?? NOTHING} joined={state.joined ?? NOTHING} />
          {drawn >= PARTS.cities && <Cities model={model} stop={at?.kind === "city" ? at.id : null} />}
          <Highlights model={model} ringed={state.ringed} path={state.path} trail={state.trail} />
          {drawn >= PARTS.names && (
            <ScaledNames
              model={model}
              viewport={viewport}
              ringed={state.ringed}
              own={state.destinations ?? NOTHING}
              lately={state.lately ?? NOTHING}
              only={props.fewNames ?? false}
            />
          )}
          <Pointed model={model} pointed={pointed} focused={focused} />
        </svg>
      </div>
      <OnTable viewport={viewport} where="above">
        {props.above}
      </OnTable>
      <OnTable viewport={viewport} where="below">
        {props.below}
      </OnTable>
      <ZoomControls viewport={viewport} />
      {called && (
        <Callout viewport={viewport} at={called.drawn.middle}>
          {props.callout?.content}
        </Callout>
      )}
    </div>
  );
}

/** The last part of each layer, from bottom to top: routes and trains are many. */
const PARTS = { land: 1, routes: 4, trains: 8, cities: 9, names: 10, all: 10 };

/** How much of a layer is there, by the number of parts that are drawn. */
function shareOf(drawn: number, below: number, last: number): number {
  return Math.max(0, Math.min(1, (drawn - below) / (last - below)));
}

const NOBODY: readonly string[] = [];
/** Pixels of a letter that can be read. */
const READING = 10.5;

/** Milliseconds after which panels and the coach have found their places. */
const SETTLED = 700;

/** Nothing moves under a mouse that is on the board. */
function useAttention(
  window: { current: HTMLElement | null },
  viewport: Viewport,
  model: BoardModel,
  { attention = NOBODY, overview = false, panel = null }: BoardProps,
): void {
  useEffect(() => {
    const meant = attention.flatMap((id) => pointsOf(model, id));
    const board = window.current;
    const hovered = globalThis.matchMedia?.("(hover: hover)").matches && board?.matches(":hover");
    const readable = overview ? 0 : READING / model.drawing.sizes.letter;
    const look = (again: boolean, covered: CoveredEdges) => {
      const behind = meant.length === 0 && panel !== null && covered.bottom > 0;
      const points = behind ? model.cities.flatMap(({ id }) => pointsOf(model, id)) : meant;
      if (points.length === 0) viewport.relax();
      else if (again) viewport.attendAgain(points, readable, covered);
      else if (!hovered) viewport.attend(points, readable, covered);
    };
    const ask = (again: boolean) =>
      board ? measureCovered(board, (covered) => look(again, covered)) : () => undefined;
    let callOff = ask(false);
    if (hovered || (meant.length === 0 && panel === null)) return () => callOff();
    const timer = setTimeout(() => (callOff = ask(true)), SETTLED);
    return () => {
      clearTimeout(timer);
      callOff();
    };
  }, [viewport, model, attention.join(" "), overview, panel]);
}

interface ScaledNamesProps {
  model: BoardModel;
  viewport: Viewport;
  ringed: ReadonlySet<string>;
  own: ReadonlySet<string>;
  lately: ReadonlySet<string>;
  only: boolean;
}

/** Follows the zoom in steps, so that most camera movements change no label. */
function ScaledNames({ model, viewport, ringed, own, lately, only }: ScaledNamesProps) {
  const magnified = useComputed(() =>
    magnification(model.drawing.sizes.letter, viewport.camera.value.scale, model.cities.length),
  );
  const aside = useComputed(() => Math.floor(landBeside(viewport.sheet.value)));
  const wanted = useMemo(
    () => new Set([...ringed].flatMap((id) => citiesMeant(model, id)).map(({ id }) => id)),
    [model, ringed],
  );
  const [large, wide] = [magnified.value, aside.value];
  return <Names model={model} magnified={large} aside={wide} {...{ wanted, own, lately, only }} />;
}
