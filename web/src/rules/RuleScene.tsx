/** A picture of a rule: a detail of the map with trains on it, and the cards. */

import { useId } from "preact/hooks";
import { Cities, Names } from "../board/layers/Cities";
import { Highlights } from "../board/layers/Highlights";
import { Land } from "../board/layers/Land";
import { Routes } from "../board/layers/Routes";
import { Trains } from "../board/layers/Trains";
import { type BoardModel, boardModel, citiesMeant } from "../board/model/boardModel";
import { magnification } from "../board/model/labels";
import { EMPTY_STATE, type Drawing, type Point } from "../board/model/types";
import { LiveryDefinitions } from "../board/pieces/liveries";
import { CardBack, TrainCard } from "../board/pieces/symbols";
import type { RulesShown } from "../wire";
import type { Scene } from "./scenes";

const LAND = "rules-land";
const SHAPE = 16 / 9;
/** Pixels of a picture's width, about. */
const WIDTH = 340;
/** Around what the picture frames, in lengths of a space. */
const MARGIN = 1.6;

/** The land of all pictures, drawn once. */
export function SceneLand({ drawing }: { drawing: Drawing }) {
  return (
    <svg class="rules-land" aria-hidden="true">
      <defs>
        <clipPath id={`${LAND}-frame`}>
          <rect width={drawing.width} height={drawing.height} />
        </clipPath>
        <g id={LAND}>
          <Land drawing={drawing} scope={LAND} />
        </g>
      </defs>
    </svg>
  );
}

interface RuleSceneProps {
  shown: RulesShown;
  drawing: Drawing;
  scene: Scene;
}

export function RuleScene({ shown, drawing, scene }: RuleSceneProps) {
  const { cards = [], turned = [] } = scene;
  return (
    <figure class="rules-scene" aria-hidden="true">
      {scene.routes.length > 0 && <Detail shown={shown} drawing={drawing} scene={scene} />}
      {cards.length > 0 && (
        <div class="rules-scene-cards">
          {cards.map((card, place) => (
            <TrainCard key={place} colour={card} vehicle={shown.vehicle} />
          ))}
          {turned.length > 0 && <span class="rules-scene-plus">+</span>}
          {turned.map((card, place) => (
            <span key={place} class={cards.includes(card) ? "rules-scene-turned costs" : "rules-scene-turned"}>
              <TrainCard colour={card} vehicle={shown.vehicle} />
            </span>
          ))}
          {scene.routes.length === 0 && <CardBack />}
        </div>
      )}
    </figure>
  );
}

const NOBODY = () => "";

function Detail({ shown, drawing, scene }: RuleSceneProps) {
  const scope = useId();
  const model = boardModel(drawing, shown.board);
  const box = frameOf(model, scene);
  const near = within(model, box);
  const ringed = new Set(scene.ringed);
  const state = {
    ...EMPTY_STATE,
    owners: scene.owners ?? {},
    closed: new Set(scene.closed),
    ringed,
    trail: scene.trail ?? null,
  };
  const named = new Set(scene.routes.flatMap((id) => endsOf(model, id)));
  const magnified = magnification(drawing.sizes.letter, WIDTH / box.width);
  return (
    <svg
      class="rules-scene-map"
      viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
      style={{ "aspect-ratio": `${box.width} / ${box.height}` }}
    >
      <LiveryDefinitions scope={scope} vehicle={shown.vehicle} />
      <use href={`#${LAND}`} />
      <Routes model={near} {...state} stop={null} nameSeat={NOBODY} />
      <Trains model={near} {...state} scope={scope} />
      <Cities model={near} stop={null} />
      <Highlights model={near} ringed={ringed} path={[]} trail={state.trail} />
      <Names model={near} magnified={magnified} wanted={ringed} own={named} only={false} />
    </svg>
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest box of the pictures' shape around a scene; less of it where the board ends. */
function frameOf(model: BoardModel, scene: Scene): Box {
  const points: Point[] = [
    ...scene.routes.flatMap((id) => model.route.get(id)?.line ?? []),
    ...(scene.ringed ?? []).flatMap((id) => citiesMeant(model, id).map(({ drawn }) => drawn)),
  ];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const space = MARGIN * 2.5 * model.width;
  const width = Math.max(right - left + 2 * space, SHAPE * (bottom - top + 2 * space), 18 * model.width);
  const board = model.drawing;
  const [x, wide] = cut((left + right) / 2, width, board.width);
  const [y, high] = cut((top + bottom) / 2, width / SHAPE, board.height);
  return { x, y, width: wide, height: high };
}

/** From where to where, around a middle, a picture goes without leaving the board. */
export function cut(middle: number, length: number, whole: number): [start: number, length: number] {
  const size = Math.min(length, whole);
  return [Math.min(Math.max(middle - size / 2, 0), whole - size), size];
}

/** The board with only what lies in the box: each picture draws little. */
function within(model: BoardModel, box: Box): BoardModel {
  const inside = ({ x, y }: Point) =>
    x > box.x - 20 && x < box.x + box.width + 20 && y > box.y - 20 && y < box.y + box.height + 20;
  return {
    ...model,
    routes: model.routes.filter(({ line }) => line.some(inside)),
    cities: model.cities.filter(({ drawn }) => inside(drawn)),
  };
}

function endsOf(model: BoardModel, id: string): string[] {
  const route = model.route.get(id);
  return route ? [route.rules.from, route.rules.to] : [];
}
