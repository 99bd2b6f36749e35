/** The coach, fetched where a table belongs to a lesson. */

import { type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { textMode } from "../app/settings";
import { noteOutdated } from "../net/freshness";
import type { Play } from "../play/play";
import type { Coach } from "./Coach";

const coach: Signal<typeof Coach | null> = signal(null);

/** `inText`: inside the game in words, where a coach at the end of the page would never be found. */
export function LazyCoach({ play, inText = false }: { play: Play; inText?: boolean }) {
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
  return lesson && Found && inText === textMode.value ? <Found play={play} /> : null;
}
