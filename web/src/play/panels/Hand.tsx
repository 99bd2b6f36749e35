/** The player's hand by colour. Selecting a colour highlights the routes it can pay for. */

import { useComputed } from "@preact/signals";
import { colourClass, TrainCard } from "../../board/pieces/symbols";
import { cardName, t } from "../../i18n";
import { memo } from "../../lib/memo";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";

export function Hand({ play }: { play: Play }) {
  const hand = useComputed(() => play.state.view.value?.hand).value;
  const order = play.store.rules.value?.board.cards ?? [];
  if (!hand || play.state.watching.value) return null;
  const held = order.filter((colour) => (hand[colour] ?? 0) > 0);
  const count = held.reduce((sum, colour) => sum + (hand[colour] ?? 0), 0);
  return (
    <section class="hand" data-coach="hand" aria-label={t("play.hand", { count })}>
      <h2 class="small-title">{t("play.hand", { count })}</h2>
      <div class="hand-cards">
        {held.map((colour) => (
          <HandCard key={colour} play={play} colour={colour} count={hand[colour] ?? 0} />
        ))}
        {held.length === 0 && !play.state.veiled.value && <p class="faint">{t("play.hand-empty")}</p>}
      </div>
    </section>
  );
}

const HandCard = memo(function HandCard({ play, colour, count }: { play: Play; colour: string; count: number }) {
  const vehicle = vehicleOf(play.state);
  const name = cardName(colour, vehicle);
  const selected = play.state.colour.value === colour;
  return (
    <button
      type="button"
      class={`hand-card ${colourClass(colour)} ${selected ? "selected" : ""}`}
      aria-pressed={selected}
      title={t("play.light", { card: name })}
      data-hand={colour}
      onClick={() => play.state.selectColour(colour)}
    >
      <span aria-hidden="true">
        <TrainCard colour={colour} vehicle={vehicle} />
      </span>
      <span class="hand-count">{count}</span>
      <span class="hand-name">{name}</span>
    </button>
  );
});
