/** The turned cards of a tunnel, over it: for a moment or until a tap, and as long as this player has to decide. */

import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { SeatMark, TrainCard } from "../../board/pieces/symbols";
import { routeName, t, type Vehicle } from "../../i18n";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";
import { pendingAttempt } from "../state/attention";
import { type Attempt, attemptIn } from "../state/recent";
import { beatLength, TUNNEL } from "../../lib/settings";

/** Milliseconds that an attempt is shown without beats. */
const SHOWN_AT_ONCE = 3200;
/** Of a beat: the time before the next card is turned. */
const BETWEEN_CARDS = 0.35;

/** How long each card takes, for the style sheet. */
export function turnTime(): string {
  return `${BETWEEN_CARDS * beatLength.value}ms`;
}

/** The attempt to show now: another's during its beat, which catching up shortens. One's own has no beat, and the next
 * player's waits until it has been shown. Attempts that were skipped are not shown. */
export function useTunnel(play: Play): Attempt | null {
  const shown = useSignal<Attempt | null>(null);
  const pending = useComputed(() => pendingAttempt(play.state));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { beats, mine } = play.store;
    const show = (attempt: Attempt | null) => {
      clearTimeout(timer);
      shown.value = attempt;
      beats.pause("tunnel", attempt !== null && mine.peek().includes(attempt.seat));
    };
    const skip = () => show(null);
    const stop = play.store.watch((sights, played) => {
      const attempt = sights[0]?.happenings.map(attemptIn).findLast((each) => each !== null);
      if (!attempt || !played) return;
      show(attempt);
      if (beats.current.peek()?.seq === attempt.seq) return;
      timer = setTimeout(skip, TUNNEL * beatLength.peek() || SHOWN_AT_ONCE);
    });
    let beat = beats.current.peek();
    const stopBeats = beats.current.subscribe((now) => {
      if (beat && beat.seq !== now?.seq && shown.peek()?.seq === beat.seq) skip();
      beat = now;
    });
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && shown.peek()) skip();
    };
    document.addEventListener("pointerdown", skip, true);
    document.addEventListener("keydown", onKey, true);
    return () => {
      stop();
      stopBeats();
      skip();
      document.removeEventListener("pointerdown", skip, true);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [play]);
  return pending.value ?? shown.value;
}

export function TunnelReveal({ play, attempt }: { play: Play; attempt: Attempt }) {
  const board = play.store.rules.value?.board;
  if (!board) return null;
  const mine = play.store.mine.value.includes(attempt.seat);
  return (
    <div class="tunnel-show" key={attempt.seq} style={{ "--turn": turnTime() }}>
      <p>
        <SeatMark seat={attempt.seat} /> <b>{routeName(board, attempt.route)}</b>
      </p>
      <TurnedCards attempt={attempt} vehicle={vehicleOf(play.state)} />
      <p class="tunnel-outcome">
        {attempt.surcharge > 0 || !mine ? t("events.charged", { count: attempt.surcharge }) : t("play.tunnel.free")}
      </p>
    </div>
  );
}

/** Turned cards; those that cost something are marked. */
function TurnedCards({ attempt, vehicle }: { attempt: Attempt; vehicle: Vehicle }) {
  return (
    <div class="turned">
      {attempt.turned.map(({ colour, costs }, index) => (
        <span key={index} class={`turned-card ${costs ? "costs" : ""}`} style={{ "--nth": index }}>
          <TrainCard colour={colour} vehicle={vehicle} />
        </span>
      ))}
    </div>
  );
}
