/** The market, the deck, and the ticket deck. */

import { CardBack, colourClass, TrainCard } from "../../board/pieces/symbols";
import { cardName, cardWords, t } from "../../i18n";
import { memo } from "../../lib/memo";
import { parseTake } from "../state/moves";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";

export function Market({ play }: { play: Play }) {
  const legal = play.state.open.value;
  const view = play.state.view.value;
  if (!view) return null;
  return (
    <section class="market" aria-label={t("play.market")}>
      <div class="market-cards" data-coach="market">
        {play.state.slots.value.map((colour, place) => (
          <Slot
            key={place}
            play={play}
            colour={colour}
            place={place}
            open={legal?.moves.includes(`take ${colour}`) ?? false}
          />
        ))}
      </div>
      <div class="market-decks">
        <Deck play={play} open={legal?.moves.includes("draw") ?? false} count={view.deck_size} />
        <TicketDeck play={play} open={legal?.moves.includes("tickets") ?? false} count={view.ticket_deck} />
      </div>
    </section>
  );
}

interface SlotProps {
  play: Play;
  colour: string | null;
  place: number;
  open: boolean;
}

const Slot = memo(function Slot({ play, colour, place, open }: SlotProps) {
  if (colour === null) return <div class="market-slot empty" />;
  const vehicle = vehicleOf(play.state);
  const name = cardName(colour, vehicle);
  const words = t("play.take", { card: cardWords(colour, 1, vehicle) });
  const chosen = parseTake(play.state.staged.value) === colour && (play.state.reached.value ?? place) === place;
  const hinted = parseTake(play.state.hint.value?.move ?? null) === colour;
  return (
    <button
      key={`${place} ${colour}`}
      type="button"
      class={`market-slot ${colourClass(colour)} ${open ? "open" : ""} ${chosen ? "chosen" : ""} ${hinted ? "hinted" : ""}`}
      aria-disabled={!open}
      aria-keyshortcuts={String(place + 1)}
      aria-label={words}
      title={words}
      data-card={colour}
      onClick={() => play.actions.takeCard(colour, place)}
    >
      <span aria-hidden="true">
        <TrainCard colour={colour} vehicle={vehicle} />
      </span>
      <span class="market-name">{name}</span>
    </button>
  );
});

interface DeckProps {
  play: Play;
  open: boolean;
  count: number;
}

function Deck({ play, open, count }: DeckProps) {
  const chosen = play.state.staged.value === "draw";
  const hinted = play.state.hint.value?.move === "draw";
  const discards = Object.values(play.state.view.value?.discards ?? {}).reduce((sum, each) => sum + each, 0);
  return (
    <div class="deck-place" data-coach="deck">
      <button
        type="button"
        class={`deck ${open ? "open" : ""} ${chosen ? "chosen" : ""} ${hinted ? "hinted" : ""}`}
        aria-disabled={!open}
        aria-keyshortcuts="d"
        title={t("play.deck", { count })}
        onClick={() => play.actions.drawCard()}
      >
        <span aria-hidden="true">
          <CardBack />
        </span>
        <span class="spoken">{t("play.staged.draw")}</span>
        <span class="deck-count">{count}</span>
      </button>
      <span class="deck-below deck-name">{t("play.deck-name")}</span>
      <button
        type="button"
        class="deck-below"
        onClick={() => {
          play.state.dialog.value = "discards";
        }}
      >
        {t("play.discards", { count: discards })}
      </button>
    </div>
  );
}

function TicketDeck({ play, open, count }: DeckProps) {
  const chosen = play.state.staged.value === "tickets";
  const hinted = play.state.hint.value?.move === "tickets";
  return (
    <div class="deck-place" data-coach="ticket-deck">
      <button
        type="button"
        class={`deck ticket-deck ${open ? "open" : ""} ${chosen ? "chosen" : ""} ${hinted ? "hinted" : ""}`}
        aria-disabled={!open}
        aria-keyshortcuts="t"
        title={t("play.ticket-deck", { count })}
        onClick={() => play.actions.drawTickets()}
      >
        <TicketBack />
        <span class="spoken">{t("play.staged.tickets")}</span>
        <span class="deck-count">{count}</span>
      </button>
      <span class="deck-below">{t("play.tickets")}</span>
    </div>
  );
}

function TicketBack() {
  return (
    <svg class="train-card ticket-back" viewBox="0 0 120 76" aria-hidden="true">
      <path
        class="ticket-paper"
        d="M9 1H111Q119 1 119 9V29A9 9 0 0 0 119 47V67Q119 75 111 75H9Q1 75 1 67V47A9 9 0 0 0 1 29V9Q1 1 9 1Z"
      />
      <path class="ticket-line" d="M10 8H110M10 68H110M32 12V64M88 12V64" />
      <circle class="ticket-compass" cx="60" cy="38" r="19" />
      <path class="ticket-needle" d="M60 22 65 38 60 54 55 38ZM44 38 60 34 76 38 60 42Z" />
    </svg>
  );
}
