/** Rings around what the coach speaks of. */

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Box, type Place, placeCoach } from "./placing";
import { pointedAt } from "./pointing";

const LOOK = 250;
const AROUND = 6;

interface RingsProps {
  points: readonly string[];
  /** Where the coach is to stand meanwhile. */
  place: Signal<Place | null>;
  hidden: boolean;
}

/** Things move, fold and come back: looked for again and again while they are pointed at. */
export function Rings({ points, place, hidden }: RingsProps) {
  const rings = useSignal<readonly Box[]>([]);
  const wanted = points.join(" ");
  useEffect(() => {
    const look = () => {
      const found = pointedAt(points).map(ringOf);
      update(rings, found);
      update(place, placeCoach(found, logBox(), { width: innerWidth, height: innerHeight }));
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
          class="coach-ring"
          style={{ left: `${ring.left}px`, top: `${ring.top}px`, width: `${ring.width}px`, height: `${ring.height}px` }}
        />
      ))}
    </div>
  );
}

/** Nothing is drawn anew while nothing moves. */
function update<Value>(kept: Signal<Value>, found: Value): void {
  if (JSON.stringify(found) !== JSON.stringify(kept.peek())) kept.value = found;
}

function logBox(): Box | null {
  const box = document.querySelector(".game .log")?.getBoundingClientRect();
  return box && box.width > 0 ? { left: box.left, top: box.top, width: box.width, height: box.height } : null;
}

/** Inside the window, also where what is meant is as large as the window. */
function ringOf(element: Element): Box {
  const box = element.getBoundingClientRect();
  const left = Math.max(2, box.left - AROUND);
  const top = Math.max(2, box.top - AROUND);
  const right = Math.min(innerWidth - 2, box.right + AROUND);
  const bottom = Math.min(innerHeight - 2, box.bottom + AROUND);
  return { left: Math.round(left), top: Math.round(top), width: Math.round(right - left), height: Math.round(bottom - top) };
}
