/** Between two players at one screen: nobody's cards are shown until the next one is there. The board is everybody's. */

import { useEffect, useRef } from "preact/hooks";
import { liveryClass, SeatMark } from "../board/symbols";
import { t } from "../language/language";
import type { Play } from "./play";
import { whatToDo } from "./sentences";

export function Curtain({ play }: { play: Play }) {
  const { store } = play;
  const seat = store.seat.value;
  const name = play.names.value[seat] ?? "";
  const button = useRef<HTMLButtonElement>(null);
  const waits = !store.asked.value.includes(seat);
  useEffect(() => button.current?.focus(), [seat, waits]);
  return (
    <section class={`curtain ${liveryClass(seat)}`} aria-label={t("play.curtain", { name })}>
      <SeatMark seat={seat} />
      <h2>{waits ? whatToDo(play) : t("play.curtain", { name })}</h2>
      <p>{t("play.curtain-words", { name })}</p>
      <button ref={button} type="button" class="button primary" onClick={() => play.lift()}>
        {t("play.curtain-lift", { name })}
      </button>
    </section>
  );
}
