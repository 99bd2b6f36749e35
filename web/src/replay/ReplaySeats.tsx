/** The table at a moment: market and seats. */

import { TrainCard } from "../board/pieces/symbols";
import { t } from "../i18n";
import type { Reader } from "../narration/moveWords";
import type { Result, TicketStatus } from "../wire";
import type { Position, PositionSeat } from "./positions";
import { CardCounts, Player, TicketLine } from "../narration/parts";

interface SeatsProps {
  position: Position;
  result: Result | null;
  reader: Reader;
  /** A ticket is hovered or focused: show it on the board. */
  point: (ticket: TicketStatus | null) => void;
}

export function ReplaySeats({ position, result, reader, point }: SeatsProps) {
  return (
    <div class="replay-table">
      <Market position={position} reader={reader} />
      {position.seats.map((seat, number) => (
        <Seat
          key={number}
          number={number}
          seat={seat}
          position={position}
          result={result}
          reader={reader}
          point={point}
        />
      ))}
    </div>
  );
}

function Market({ position, reader }: { position: Position; reader: Reader }) {
  const cards = Object.entries(position.market).flatMap(([colour, count]) =>
    Array.from({ length: count }, () => colour),
  );
  return (
    <section class="replay-market" aria-label={t("replay.market")}>
      <div class="replay-market-cards">
        {cards.map((colour, index) => (
          <TrainCard key={index} colour={colour} vehicle={reader.vehicle} />
        ))}
      </div>
      <p class="replay-decks">
        {t("replay.decks", { cards: position.deck_size, tickets: position.ticket_deck })}
        {position.last_turns !== null && position.last_turns > 0 && (
          <strong> {t("replay.last-turns", { turns: position.last_turns })}</strong>
        )}
      </p>
    </section>
  );
}

interface SeatProps extends SeatsProps {
  number: number;
  seat: PositionSeat;
}

function Seat({ number, seat, position, result, reader, point }: SeatProps) {
  const name = reader.names[number] ?? "";
  const asked = position.asked.includes(number);
  return (
    <section class={asked ? "replay-seat asked" : "replay-seat"} aria-label={name}>
      <h3>
        <Player seat={number} name={name} />
        {asked && <span class="replay-asked">{t("replay.to-move")}</span>}
        <Points
          seat={seat}
          total={position.phase === "over" ? result?.scores.find((each) => each.seat === number)?.total : undefined}
        />
      </h3>
      <p class="replay-holdings">
        {t("replay.holdings", {
          trains: seat.trains,
          vehicle: reader.vehicle,
          cards: seat.hand_size,
          tickets: seat.ticket_count,
        })}
      </p>
      {seat.hand ? <CardCounts cards={seat.hand} vehicle={reader.vehicle} /> : <Known seat={seat} reader={reader} />}
      {[...(seat.tickets ?? []), ...(seat.offer ?? [])].length > 0 && (
        <ul class="replay-tickets">
          {[...(seat.tickets ?? []), ...(seat.offer ?? [])].map((ticket, index) => (
            <li key={ticket.ticket}>
              <button
                type="button"
                class={index >= (seat.tickets ?? []).length ? "ticket-line offered" : "ticket-line"}
                onPointerEnter={() => point(ticket)}
                onPointerLeave={() => point(null)}
                onFocus={() => point(ticket)}
                onBlur={() => point(null)}
                onClick={() => point(ticket)}
              >
                <TicketLine board={reader.board} ticket={ticket} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** During the game, points of routes and completed tickets; at the end the final score. */
function Points({ seat, total }: { seat: PositionSeat; total: number | undefined }) {
  const running = total === undefined && seat.points !== undefined;
  return (
    <span class="replay-points" title={running ? t("replay.plot.points") : undefined}>
      {t("replay.points", { points: total ?? seat.points ?? seat.route_points })}
    </span>
  );
}

/** The publicly known cards of a hidden hand. */
function Known({ seat, reader }: { seat: PositionSeat; reader: Reader }) {
  if (Object.values(seat.known).every((count) => count === 0)) return null;
  return (
    <div class="replay-known">
      <span>{t("replay.known")}</span> <CardCounts cards={seat.known} vehicle={reader.vehicle} />
    </div>
  );
}
