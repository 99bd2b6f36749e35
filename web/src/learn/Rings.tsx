/** Rings around the targets of a step. */

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ScreenBox } from "../lib/screenBox";
import { type Place, placeCoach, type CoachScene } from "./coachPlacement";
import { pointedAt } from "./targets";

const LOOK = 250;
const AROUND = 6;

/** A faint one only says where to look: a slanting route fills little of its box, and has an outline on the board. */
interface Ring extends ScreenBox {
  faint: boolean;
}

interface RingsProps {
  points: readonly string[];
  /** Where the coach should stand. */
  place: Signal<Place | null>;
  hidden: boolean;
}

/** Targets move, collapse and reappear: poll their boxes while they are pointed at. */
export function Rings({ points, place, hidden }: RingsProps) {
  const rings = useSignal<readonly Ring[]>([]);
  const wanted = points.join(" ");
  useEffect(() => {
    const look = () => {
      const staged = pointedAt(["confirm"]); // once a move is chosen, the next tap confirms it
      const seen = (staged.length > 0 ? staged : pointedAt(points)).map(ringOf).filter(isInside);
      update(rings, seen);
      update(place, placeCoach(sceneOf(seen)));
    };
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [wanted]);
  if (hidden) return null;
  return (
    <div class="coach-rings" aria-hidden="true">
      {rings.value.map((ring, index) => (
        <div
          key={index}
          class={`coach-ring ${ring.faint ? "faint" : ""}`}
          style={{ left: `${ring.left}px`, top: `${ring.top}px`, width: `${ring.width}px`, height: `${ring.height}px` }}
        />
      ))}
    </div>
  );
}

/** Avoid a redraw when nothing moved. */
function update<Value>(shown: Signal<Value>, value: Value): void {
  if (JSON.stringify(value) !== JSON.stringify(shown.peek())) shown.value = value;
}

function sceneOf(rings: readonly ScreenBox[]): CoachScene {
  const [coach] = boxesOf(".coach");
  return {
    window: { width: innerWidth, height: innerHeight },
    rings,
    log: boxesOf(".game .log")[0] ?? null,
    action: boxesOf(".game .action-body")[0] ?? null,
    handy: boxesOf(".dock-cards, .offer, .final-actions, .final-show"),
    board: boxesOf(".game-board, .final-board")[0] ?? null,
    cities: boxesOf(".board [data-city], .board .city-name.wanted"),
    coach: coach ?? { width: 0, height: 0 },
  };
}

/** Boxes of all visible matches. */
function boxesOf(selector: string): ScreenBox[] {
  return [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect()).filter(isInside);
}

function isInside({ width, height }: ScreenBox): boolean {
  return width > 0 && height > 0;
}

/** Clipped to the window, for targets as large as the window; the board also to the action bar, which lies on it. */
function ringOf(element: Element): Ring {
  const box = element.getBoundingClientRect();
  const board = element.matches(".game-board");
  const around = board ? -2 : AROUND; // panels begin where the board ends
  const left = Math.max(2, box.left - around);
  const top = Math.max(2, box.top - around);
  const right = Math.min(innerWidth - 2, box.right + around);
  const [bar] = board ? boxesOf(".game .action-body") : [];
  const below = bar && bar.left < box.right && bar.left + bar.width > box.left ? bar.top - 2 : innerHeight - 2;
  const bottom = Math.min(below, box.bottom + around);
  return {
    left: Math.round(left),
    top: Math.round(top),
    width: Math.round(right - left),
    height: Math.round(bottom - top),
    faint: element.matches("[data-route]"),
  };
}
