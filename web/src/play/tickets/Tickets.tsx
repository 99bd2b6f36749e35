/** The player's tickets: hovering or tapping one rings its cities and shows its missing connection. */

import { useComputed } from "@preact/signals";
import { t } from "../../i18n";
import { later } from "../../lib/later";
import type { TicketStatus } from "../../wire";
import type { Play } from "../state/play";
import { TicketFace } from "./TicketFace";

export const Tickets = later(function Tickets({ play }: { play: Play }) {
  const held = useComputed(() => play.state.view.value?.tickets).value;
  if (!held || play.state.watching.value) return null;
  const tickets = ticketsInOrder(held);
  const done = tickets.filter(({ joined }) => joined).length;
  return (
    <section class="tickets" data-coach="tickets" aria-label={t("play.tickets")}>
      <h2 class="small-title">
        {tickets.length > 0 ? t("play.tickets-done", { done, count: tickets.length }) : t("play.no-tickets")}
      </h2>
      <ul>
        {tickets.map((status) => (
          <li key={status.ticket}>
            <TicketRow play={play} status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
});

/** Open tickets first, the nearest to completion before others. */
export function ticketsInOrder(tickets: readonly TicketStatus[]): TicketStatus[] {
  return [...tickets].sort((one, other) => rank(one) - rank(other));
}

function rank(status: TicketStatus): number {
  if (status.joined) return 1000;
  return status.impossible ? 2000 : status.trains;
}

function TicketRow({ play, status }: { play: Play; status: TicketStatus }) {
  const pinned = play.state.pinned.value === status.ticket;
  const state = status.joined ? "joined" : status.impossible ? "impossible" : "open";
  return (
    <button
      type="button"
      class={`ticket ${state} ${pinned ? "selected" : ""}`}
      aria-pressed={pinned}
      data-ticket={status.ticket}
      {...lookAt(play, status.ticket)}
      onClick={() => play.state.pin(status.ticket)}
    >
      <TicketFace play={play} status={status} />
    </button>
  );
}

/** Hover and focus show a ticket on the board. */
export function lookAt(play: Play, ticket: string) {
  const look = () => {
    play.state.looked.value = ticket;
  };
  const leave = () => {
    if (play.state.looked.peek() === ticket) play.state.looked.value = null;
  };
  const enter = ({ pointerType }: PointerEvent) => pointerType !== "touch" && look();
  const focus = ({ currentTarget }: FocusEvent) => (currentTarget as Element).matches(":focus-visible") && look();
  return { onPointerEnter: enter, onPointerLeave: leave, onFocus: focus, onBlur: leave };
}
