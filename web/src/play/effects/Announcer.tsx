/** Tells screen readers what the others do. What is to be done now is told by the action bar. */

import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { moveWords } from "../../narration/moves";
import type { Sight } from "../../wire";
import { readerOf } from "../state/reader";
import type { Play } from "../state/play";

export function Announcer({ play }: { play: Play }) {
  const words = useSignal("");
  useEffect(() => {
    let odd = false;
    const stopWatching = play.store.watch((sights) => {
      const said = tell(play, sights);
      odd = !odd; // equal words are read again only if they differ
      if (said) words.value = said + (odd ? "\u00A0" : "");
    });
    const stopHiding = effect(() => {
      if (play.state.veiled.value) words.value = ""; // what one was told is not for the next one's ears
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
