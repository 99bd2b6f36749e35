/** A destination ticket: ends, a small map, points. */

import { useComputed } from "@preact/signals";
import { liveryClass, TicketMap } from "../../board/pieces/symbols";
import type { Drawing } from "../../board/model/types";
import { cityName, findTicket, t } from "../../i18n";
import { memo } from "../../lib/memo";
import type { BoardValues, BoardTicket, TicketStatus } from "../../wire";
import { Icon } from "../panels/Icons";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";

export const TicketFace = memo(function TicketFace({ play, status }: { play: Play; status: TicketStatus }) {
  const { rules, drawing } = play.store;
  const board = rules.value?.board;
  const ticket = board && findTicket(board, status.ticket);
  if (!board || !ticket || !drawing.value) return null;
  return (
    <>
      <span class="ticket-picture">
        <TicketMap drawing={drawing.value} from={ticket.from} to={Object.keys(ticket.to)} joined={status.joined} />
        <OwnNetwork play={play} drawing={drawing.value} />
        <span class={`ticket-points ${status.joined ? "good" : ""}`}>{pointsText(ticket)}</span>
      </span>
      <span class="ticket-words">
        <TicketName board={board} ticket={ticket} status={status} />
        <Progress play={play} board={board} ticket={ticket} status={status} />
      </span>
    </>
  );
});

export function pointsText(ticket: BoardTicket): string {
  const values = Object.values(ticket.to);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? String(most) : `${least}–${most}`;
}

/** Both ends; several targets with their points, the one that counts now marked. */
function TicketName({ board, ticket, status }: { board: BoardValues; ticket: BoardTicket; status: TicketStatus }) {
  const targets = Object.entries(ticket.to);
  const from = cityName(board, ticket.from);
  if (targets.length === 1) {
    return (
      <span class="ticket-name">
        {from} – {cityName(board, targets[0]?.[0] ?? "")}
      </span>
    );
  }
  return (
    <span class="ticket-name">
      {from} –{" "}
      <span class="ticket-targets">
        {targets.map(([place, points]) => (
          <span key={place} class={`ticket-target ${status.target === place ? "counts" : ""}`}>
            {cityName(board, place)}&nbsp;<b>{points}</b>
          </span>
        ))}
      </span>
    </span>
  );
}

interface ProgressProps {
  play: Play;
  board: BoardValues;
  ticket: BoardTicket;
  status: TicketStatus;
}

function Progress({ play, board, ticket, status }: ProgressProps) {
  if (status.joined) {
    return (
      <span class="ticket-progress good">
        <Icon name="check" />
        {t("play.ticket.done")}
      </span>
    );
  }
  if (status.impossible) {
    return (
      <span class="ticket-progress bad">
        <Icon name="cross" />
        {t("play.ticket.impossible")}
      </span>
    );
  }
  const { trains, cards, target, points } = status;
  const missing = t(`play.ticket.missing.${vehicleOf(play.state)}`, { trains, cards });
  const chosen = target !== null && Object.keys(ticket.to).length > 1;
  const words = chosen ? t("play.ticket.to", { place: cityName(board, target), points, missing }) : missing;
  return <span class="ticket-progress">{words}</span>;
}

/** The player's own network on the small map. */
export function OwnNetwork({ play, drawing }: { play: Play; drawing: Drawing }) {
  const seat = play.store.seat.value;
  const routes = useComputed(() => play.state.view.value?.seats[play.store.seat.value]?.routes).value;
  if (!routes || routes.length === 0) return null;
  return (
    <svg
      class={`own-network ${liveryClass(seat)}`}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      aria-hidden="true"
    >
      {routes.map((route) => (
        <path
          key={route}
          d={drawing.routes[route]?.path ?? ""}
          stroke-width={0.016 * Math.max(drawing.width, drawing.height)}
        />
      ))}
    </svg>
  );
}
