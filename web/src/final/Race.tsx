/** The race of points: a track for each seat, its mark running ahead. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { liveryClass, SeatMark } from "../board/pieces/symbols";
import { lessMotion } from "../lib/settings";
import type { Result } from "../wire";
import { countedUpTo, type RevealStep } from "./revealSteps";

interface RaceProps {
  result: Result;
  steps: readonly RevealStep[];
  at: number;
  names: readonly string[];
}

/** Lanes in the order of seats: the order of places would give the winner away. */
export function Race({ result, steps, at, names }: RaceProps) {
  const counted = countedUpTo(result, steps, at);
  const most = Math.max(1, ...result.scores.map(({ total, routes }) => Math.max(total, routes)));
  const step = steps[at];
  const scores = [...result.scores].sort((one, other) => one.seat - other.seat);
  return (
    <ul class="final-bars" aria-hidden="true">
      {scores.map(({ seat }) => (
        <Lane
          key={seat}
          seat={seat}
          name={names[seat] ?? ""}
          points={counted.get(seat) ?? 0}
          most={most}
          now={step !== undefined && "seat" in step && step.seat === seat}
          seconds={step?.kind === "routes" ? 2.2 : 0.7}
        />
      ))}
    </ul>
  );
}

interface LaneProps {
  seat: number;
  name: string;
  points: number;
  most: number;
  /** Whether the step is about this seat. */
  now: boolean;
  seconds: number;
}

function Lane({ seat, name, points, most, now, seconds }: LaneProps) {
  const counting = useCounting(points, seconds);
  const share = Math.min(1, Math.max(0, counting / most));
  return (
    <li class={`${liveryClass(seat)} ${now ? "now" : ""}`}>
      <span class="final-lane-name" dir="auto">
        {name}
      </span>
      <span class="final-bar">
        <span class="final-bar-done" style={{ width: `${100 * share}%` }} />
        <span class="final-runner" style={{ left: `${100 * share}%` }}>
          <SeatMark seat={seat} />
        </span>
      </span>
      <span class="final-bar-points">{counting < 0 ? `−${-counting}` : counting}</span>
    </li>
  );
}

/** A number that counts from what it was, at first 0, to what it is; at once with less motion. */
function useCounting(to: number, seconds: number): number {
  const shown = useSignal(lessMotion.peek() ? to : 0);
  useEffect(() => {
    const from = shown.peek();
    if (lessMotion.peek() || from === to) {
      shown.value = to;
      return undefined;
    }
    const begin = performance.now();
    let frame = requestAnimationFrame(function count(now) {
      const part = Math.min(1, Math.max(0, (now - begin) / (1000 * seconds)));
      shown.value = Math.round(from + (to - from) * (1 - (1 - part) ** 2));
      if (part < 1) frame = requestAnimationFrame(count);
    });
    return () => cancelAnimationFrame(frame);
  }, [to]);
  return shown.value;
}
