/** A live region with the moves of others. The action bar announces what to do. */

import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { moveWords } from "../../narration/moveWords";
import type { Sight } from "../../wire";
import { readerOf } from "../state/reader";
import type { Play } from "../state/play";

export function Announcer({ play }: { play: Play }) {
  const words = useSignal("");
  useEffect(() => {
    let odd = false;
    const stopWatching = play.store.watch((sights) => {
      const said = tell(play, sights);
      odd = !odd; // a live region repeats only text that differs
      if (said) words.value = said + (odd ? "\u00A0" : "");
    });
    const stopHiding = effect(() => {
      if (play.state.veiled.value) words.value = ""; // the next player must not hear it
    });
    return () => {
      stopWatching();
      stopHiding();
    };
  }, [play]);
  return (
    <p class="spoken" role="log" aria-live="polite">
      {words.value}
    </p>
  );
}

function tell(play: Play, sights: readonly Sight[]): string {
  const seat = play.store.seat.peek();
  const reader = readerOf(play.state);
  const sight = sights.find((each) => each.seat === seat);
  if (!reader || !sight || play.state.veiled.peek()) return "";
  return sight.happenings
    .filter(({ kind }) => kind === "move")
    .map(({ events }) => moveWords(reader, events))
    .join(" ");
}
