/** Rings around what the coach speaks of. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { pointedAt } from "./pointing";

interface Ring {
  left: number;
  top: number;
  width: number;
  height: number;
}

const LOOK = 250;
const AROUND = 6;

/** Things move, fold and come back: looked for again and again while they are pointed at. */
export function Rings({ points }: { points: readonly string[] }) {
  const rings = useSignal<readonly Ring[]>([]);
  const wanted = points.join(" ");
  useEffect(() => {
    const look = () => {
      const found = pointedAt(points).map(ringOf);
      if (JSON.stringify(found) !== JSON.stringify(rings.peek())) rings.value = found;
    };
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [wanted]);
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

/** Inside the window, also where what is meant is as large as the window. */
function ringOf(element: Element): Ring {
  const box = element.getBoundingClientRect();
  const left = Math.max(2, box.left - AROUND);
  const top = Math.max(2, box.top - AROUND);
  const right = Math.min(innerWidth - 2, box.right + AROUND);
  const bottom = Math.min(innerHeight - 2, box.bottom + AROUND);
  return { left: Math.round(left), top: Math.round(top), width: Math.round(right - left), height: Math.round(bottom - top) };
}
