/** Announces events to screen readers; quick successions are joined. */

import { effect, type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { readerOf } from "../play/state/reader";
import type { Play } from "../play/state/play";
import { whatToDo } from "../play/state/sentences";
import type { Sight } from "../wire";
import { happeningWords } from "../narration/entryWords";

const TOGETHER = 900;
const NO_BREAK = "\u00A0";

export function useAnnouncement(play: Play): Signal<string> {
  const words = useSignal("");
  useEffect(() => {
    let odd = false;
    let waiting: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      odd = !odd; // a live region repeats only text that differs
      words.value = waiting.join(" ") + (odd ? NO_BREAK : "");
      waiting = [];
    };
    const stop = play.store.watch((sights) => {
      const news = newsIn(play, sights);
      if (!news) return;
      waiting.push(news);
      clearTimeout(timer);
      if (play.state.legal.peek()) waiting.push(whatToDo(play.state));
      timer = setTimeout(say, play.state.legal.peek() ? 0 : TOGETHER);
    });
    const stopHiding = effect(() => {
      if (!play.state.veiled.value) return;
      clearTimeout(timer); // the next player must not hear it
      waiting = [];
      words.value = "";
    });
    return () => {
      stop();
      stopHiding();
      clearTimeout(timer);
    };
  }, [play]);
  return words;
}

function newsIn(play: Play, sights: readonly Sight[]): string {
  const seat = play.store.seat.peek();
  const reader = readerOf(play.state);
  const happenings = sights.find((each) => each.seat === seat)?.happenings ?? [];
  if (!reader || play.state.veiled.peek()) return "";
  const log = play.store.log.peek();
  return happenings
    .map((each) => happeningWords(reader, each, log))
    .filter(Boolean)
    .join(" ");
}
