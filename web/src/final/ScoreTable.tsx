/** The result as a table: ranks, sources of points, tie-breaks. */

import type { Vehicle } from "../board/model/types";
import { t, ticketName } from "../i18n";
import { Player, targetName } from "../narration/parts";
import type { BoardValues, Result, SeatResult, TicketResult } from "../wire";
import { explainTies, scoresInOrder } from "./ties";
import "../styles/final.css";

interface ScoreTableProps {
  result: Result;
  names: readonly string[];
  board: BoardValues;
  vehicle: Vehicle;
  /** Seats of this screen. */
  mine?: readonly number[];
}

const NO_SEATS: readonly number[] = [];

export function ScoreTable({ result, names, board, vehicle, mine = NO_SEATS }: ScoreTableProps) {
  const scores = scoresInOrder(result);
  const ties = explainTies(result, names);
  return (
    <div class="final-result">
      <PointsTable scores={scores} names={names} mine={mine} />
      {ties.map((sentence) => (
        <p key={sentence} class="final-tie">
          {sentence}
        </p>
      ))}
      {result.ending !== "last-round" && <p class="final-ending">{t(`endings.${result.ending}`)}</p>}
      <h2 class="spoken">{t("final.tickets")}</h2>
      <div class="final-seats">
        {scores.map((score) => (
          <SeatTickets key={score.seat} score={score} name={names[score.seat] ?? ""} board={board} vehicle={vehicle} />
        ))}
      </div>
    </div>
  );
}

function PointsTable({
  scores,
  names,
  mine,
}: {
  scores: SeatResult[];
  names: readonly string[];
  mine: readonly number[];
}) {
  const path = scores.some(({ longest_path }) => longest_path > 0);
  const sights = scores.some(({ attractions }) => attractions > 0);
  return (
    <table class="final-table" data-coach="scores">
      <caption class="spoken">{t("final.table")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="spoken">{t("final.place")}</span>
          </th>
          <th scope="col">{t("final.player")}</th>
          <th scope="col">{t("final.routes")}</th>
          <th scope="col">{t("final.tickets")}</th>
          {path && <th scope="col">{t("final.longest-path")}</th>}
          {sights && <th scope="col">{t("final.attractions")}</th>}
          <th scope="col">{t("final.total")}</th>
        </tr>
      </thead>
      <tbody>
        {scores.map((score) => (
          <tr key={score.seat} class={rowClass(score, mine)}>
            <td class="final-place">{score.place}</td>
            <th scope="row">
              <Player seat={score.seat} name={names[score.seat] ?? ""} />
            </th>
            <td>{score.routes}</td>
            <td>
              {withMinus(score.tickets)}
              <span class="final-made">{madeAndLost(score)}</span>
            </td>
            {path && (
              <td>
                {score.longest_path}
                <span class="final-made">{t("final.trail", { length: score.trail_length })}</span>
              </td>
            )}
            {sights && <td>{score.attractions}</td>}
            <td class="final-total">{withMinus(score.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function rowClass({ place, seat }: SeatResult, mine: readonly number[]): string {
  return [place === 1 ? "first" : "", mine.includes(seat) ? "mine" : ""].filter(Boolean).join(" ");
}

function madeAndLost({ completed, ticket_scores }: SeatResult): string {
  return t("final.made-lost", { made: completed, lost: ticket_scores.length - completed });
}

interface SeatTicketsProps {
  score: SeatResult;
  name: string;
  board: BoardValues;
  vehicle: Vehicle;
}

function SeatTickets({ score, name, board, vehicle }: SeatTicketsProps) {
  return (
    <section class="final-seat" aria-label={name}>
      <h3>
        <Player seat={score.seat} name={name} />
        <span class="final-seat-points">{t("final.points", { points: score.total })}</span>
      </h3>
      <ul>
        {lostFirst(score).map((ticket) => (
          <Ticket key={ticket.ticket} ticket={ticket} board={board} />
        ))}
        {score.longest_path > 0 && (
          <Line
            words={t("final.has-longest", { length: score.trail_length, vehicle })}
            points={score.longest_path}
            good
          />
        )}
        {score.attractions > 0 && (
          <Line
            words={t("final.has-attractions", { count: score.attraction_cities.length })}
            points={score.attractions}
            good
          />
        )}
      </ul>
    </section>
  );
}

/** Tickets in order of reveal: failed ones first. */
export function lostFirst({ ticket_scores }: SeatResult): TicketResult[] {
  return [...ticket_scores].sort((one, other) => Number(one.completed) - Number(other.completed));
}

function Ticket({ ticket, board }: { ticket: TicketResult; board: BoardValues }) {
  const target = targetName(board, ticket.ticket, ticket.completed ? ticket.target : null);
  const name = ticketName(board, ticket.ticket);
  return <Line words={target ? `${name} (${target})` : name} points={ticket.points} good={ticket.completed} />;
}

function Line({ words, points, good }: { words: string; points: number; good: boolean }) {
  return (
    <li class={good ? "good" : "bad"}>
      <span class="final-sign" aria-hidden="true">
        {good ? "✓" : "✗"}
      </span>
      <span class="spoken">{t(good ? "final.completed" : "final.not-completed")}: </span>
      <span class="final-words">{words}</span>
      <span class="final-number">{signed(points)}</span>
    </li>
  );
}

/** Signed, with a real minus. */
export function signed(points: number): string {
  return points < 0 ? withMinus(points) : `+${points}`;
}

function withMinus(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}
