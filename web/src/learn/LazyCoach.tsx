/** The coach, fetched where a table belongs to a lesson. */

import { type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { noteOutdated } from "../net/freshness";
import type { Play } from "../play/play";
import type { Coach } from "./Coach";

const coach: Signal<typeof Coach | null> = signal(null);

export function LazyCoach({ play }: { play: Play }) {
  const lesson = play.store.table.value?.options.lesson ?? null;
  useEffect(() => {
    if (!lesson || coach.peek()) return;
    import("./Coach").then(
      (found) => {
        coach.value = found.Coach;
      },
      () => noteOutdated(),
    );
  }, [lesson]);
  const Found = coach.value;
  return lesson && Found ? <Found play={play} /> : null;
}
