/** Speech bubbles at the seats, wherever the seats are on this screen. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { liveryClass } from "../../board/pieces/symbols";
import { t } from "../../i18n";
import type { Play } from "../state/play";
import { EmotePicture } from "./EmotePicture";
import { isEmote, type Said, said } from "./utterances";

const GAP = 8;
/** Height of the bar. */
const TOP = 60;
const ROW = 64;

export function Bubbles({ play }: { play: Play }) {
  return (
    <div class="bubbles" role="status">
      {said.value.map((utterance, order) => (
        <Bubble key={utterance.seq} play={play} said={utterance} order={order} />
      ))}
    </div>
  );
}

function Bubble({ play, said: { seat, what }, order }: { play: Play; said: Said; order: number }) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place(bubble.current, seat, order), [seat, order]);
  const name = play.state.names.value[seat] ?? "";
  return (
    <div ref={bubble} class={`bubble ${liveryClass(seat)}`} data-said={seat}>
      <span class="spoken">{t("entries.say", { name, phrase: t(`phrases.${what}`) })}</span>
      <b class="bubble-name" dir="auto" aria-hidden="true">
        {name}
      </b>
      <span aria-hidden="true">{isEmote(what) ? <EmotePicture emote={what} /> : t(`phrases.${what}`)}</span>
    </div>
  );
}

/** Beside the seat in the panel, below its mark in the bar, or at the top where neither is visible. Marks lie side by
 * side, so bubbles below them are stacked. */
function place(bubble: HTMLElement | null, seat: number, order: number): void {
  if (!bubble) return;
  const anchors = [...document.querySelectorAll(`[data-seat="${seat}"]`)].map((each) => each.getBoundingClientRect());
  const anchor = anchors.find(({ width, top }) => width > 0 && top >= 0 && top < innerHeight);
  const { width, height } = bubble.getBoundingClientRect();
  const beside =
    anchor !== undefined && anchor.left > innerWidth / 2 && anchor.left > width + 2 * GAP && anchor.top > TOP;
  const left = beside ? anchor.left - width - GAP : (anchor?.left ?? GAP);
  const top = beside ? anchor.top : (anchor?.bottom ?? TOP) + GAP + order * ROW;
  bubble.style.left = `${Math.max(GAP, Math.min(innerWidth - width - GAP, left))}px`;
  bubble.style.top = `${Math.max(GAP, Math.min(innerHeight - height - GAP, top))}px`;
}
