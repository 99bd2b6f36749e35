/** A live region with the moves of others. The action bar announces what to do. */

import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { whenIdle } from "../../lib/idle";
import { moveWords } from "../../narration/moveWords";
import type { Sight } from "../../wire";
import { readerOf } from "../state/reader";
import type { Play } from "../state/play";

export function Announcer({ play }: { play: Play }) {
  const words = useSignal("");
  useEffect(() => {
    let odd = false;
    let unsaid: Sight[] = [];
    let stopWaiting = () => undefined as void;
    const say = () => {
      const said = tell(play, unsaid);
      unsaid = [];
      odd = !odd; // a live region repeats only text that differs
      if (said) words.value = said + (odd ? "\u00A0" : "");
    };
    const stopWatching = play.store.watch((sights) => {
      unsaid.push(...sights);
      if (unsaid.length === sights.length) stopWaiting = whenIdle(say); // nobody hears what a frame would wait for
    });
    const stopHiding = effect(() => {
      if (!play.state.veiled.value) return; // the next player must not hear it
      words.value = "";
      unsaid = [];
    });
    return () => {
      stopWatching();
      stopWaiting();
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
  if (!reader || play.state.veiled.peek()) return "";
  return sights
    .filter((sight) => sight.seat === seat)
    .flatMap(({ happenings }) => happenings.filter(({ kind }) => kind === "move"))
    .map(({ events }) => moveWords(reader, events))
    .join(" ");
}
