/** The player's tickets on the table below the board of a phone: seen without leaving the cards. */

import { useComputed } from "@preact/signals";
import { TicketMap } from "../../board/pieces/symbols";
import { findTicket, t, ticketName } from "../../i18n";
import { later } from "../../lib/later";
import type { TicketStatus } from "../../wire";
import type { Play } from "../state/play";
import { OwnNetwork, pointsText } from "./TicketFace";
import { ticketsInOrder } from "./Tickets";

export const TicketStrip = later(function TicketStrip({ play }: { play: Play }) {
  const held = useComputed(() => play.state.view.value?.tickets).value ?? [];
  const offered = useComputed(() => (play.state.view.value?.offer.length ?? 0) > 0).value;
  if (held.length === 0 || offered || play.state.watching.value) return null;
  return (
    <ul class="ticket-strip" aria-label={t("play.tickets")}>
      {ticketsInOrder(held).map((status) => (
        <li key={status.ticket}>
          <Strip play={play} status={status} />
        </li>
      ))}
    </ul>
  );
});

function Strip({ play, status }: { play: Play; status: TicketStatus }) {
  const [board, drawing] = [play.store.rules.value?.board, play.store.drawing.value];
  const ticket = board && findTicket(board, status.ticket);
  if (!board || !ticket || !drawing) return null;
  const state = status.joined ? "joined" : status.impossible ? "impossible" : "";
  return (
    <button
      type="button"
      class={`strip-ticket ${state}`}
      aria-pressed={play.state.pinned.value === status.ticket}
      onClick={() => play.state.pin(status.ticket)}
    >
      <span class="strip-picture" aria-hidden="true">
        <TicketMap drawing={drawing} from={ticket.from} to={Object.keys(ticket.to)} joined={status.joined} />
        <OwnNetwork play={play} drawing={drawing} />
      </span>
      <span class="strip-name">{ticketName(board, status.ticket)}</span>
      <span class="strip-points">{status.joined ? "✓" : status.impossible ? "✗" : pointsText(ticket)}</span>
    </button>
  );
}
