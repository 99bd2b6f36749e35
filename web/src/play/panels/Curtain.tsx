/** The curtain between players who share a screen: it hides the next player's cards until they lift it. */

import { useEffect, useRef } from "preact/hooks";
import { liveryClass, SeatMark } from "../../board/pieces/symbols";
import { t } from "../../i18n";
import type { Play } from "../state/play";
import { whatToDo } from "../state/sentences";

export function Curtain({ play }: { play: Play }) {
  const { store } = play;
  const seat = store.seat.value;
  const name = play.state.names.value[seat] ?? "";
  const curtain = useRef<HTMLElement>(null);
  const waits = !store.asked.value.includes(seat);
  useEffect(() => curtain.current?.focus(), [seat, waits]); // its button could be pressed by accident
  return (
    <section
      ref={curtain}
      tabIndex={-1}
      class={`curtain ${liveryClass(seat)}`}
      aria-label={t("play.curtain", { name })}
    >
      <SeatMark seat={seat} />
      <h2>{waits ? whatToDo(play.state) : t("play.curtain", { name })}</h2>
      <p>{t("play.curtain-words", { name })}</p>
      <button type="button" class="button primary" onClick={() => play.state.liftCurtain()}>
        {t("play.curtain-lift", { name })}
      </button>
    </section>
  );
}
