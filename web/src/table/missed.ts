/** Missed moves: a report of several moves becomes one report for each, so that they can be played as beats. */

import { type CardsByKind, marketsAfter } from "./marketLog";
import type { BoardValues, EventValues, Happening, SeatView, SeenView, Sight, TableInfo } from "../wire";

/** A report of the server, whole or a part of one. */
export interface Report {
  seq: number;
  table: TableInfo;
  sights: Sight[];
}

/** One report for each entry after `since`, in order. The positions between are found by undoing what is public, the
 * markets between by the log before these entries. */
export function splitReport(
  report: Report,
  since: number,
  board: BoardValues | null,
  log: readonly Happening[] = [],
): Report[] {
  const fresh = (report.sights[0]?.happenings ?? []).filter(({ seq }) => seq > since);
  const now = report.sights[0]?.view?.market;
  const markets = now ? marketsAfter(log, fresh, now) : null;
  return fresh.map((entry, index) => {
    const later = fresh.slice(index + 1);
    if (later.length === 0) return only(report, entry.seq);
    return only(rewindReport(report, later, board, markets?.[index]), entry.seq);
  });
}

/** The report as it would have been before these entries, the last ones of its log; without them. */
export function before(report: Report, later: readonly Happening[], board: BoardValues | null): Report {
  const undo = new Set(later.map(({ seq }) => seq));
  const [log, now] = [report.sights[0]?.happenings ?? [], report.sights[0]?.view?.market];
  const markets = now ? marketsAfter([], log, now) : null;
  return rewindReport(report, later, board, markets?.[log.findLastIndex(({ seq }) => !undo.has(seq))]);
}

function rewindReport(
  report: Report,
  later: readonly Happening[],
  board: BoardValues | null,
  market: CardsByKind | undefined,
): Report {
  const [first] = later;
  if (!first) return report;
  const undo = new Set(later.map(({ seq }) => seq));
  const { table } = report;
  return {
    seq: first.seq - 1,
    table: { ...table, asked: first.seat === null ? [] : [first.seat], status: "playing", result: null },
    sights: report.sights.map((sight) => ({
      ...sight,
      legal: null,
      view: sight.view && { ...rewound(sight.view, later, board), market: { ...(market ?? sight.view.market) } },
      happenings: sight.happenings.filter(({ seq }) => !undo.has(seq)),
    })),
  };
}

/** A part that reports one entry alone. */
function only(report: Report, seq: number): Report {
  return {
    ...report,
    seq,
    sights: report.sights.map((sight) => ({
      ...sight,
      happenings: sight.happenings.filter((each) => each.seq === seq),
    })),
  };
}

function rewound(view: SeenView, later: readonly Happening[], board: BoardValues | null): SeenView {
  const events = later.filter(({ kind }) => kind === "move").flatMap((each) => each.events);
  const claimed = new Set(events.flatMap(({ kind, route }) => (kind === "claimed" && route ? [route] : [])));
  const reopened = new Set(board?.routes.flatMap(({ id, twin }) => (twin && claimed.has(twin) ? [id] : [])));
  return {
    ...view,
    phase: "turn",
    closed: view.closed.filter((route) => !reopened.has(route)),
    seats: view.seats.map((seat, number) =>
      events.filter((event) => event.seat === number).reduce((now, event) => undone(now, event, board), seat),
    ),
  };
}

function undone(seat: SeatView, { kind, route, count = 1 }: EventValues, board: BoardValues | null): SeatView {
  switch (kind) {
    case "claimed": {
      const rules = board?.routes.find(({ id }) => id === route);
      return {
        ...seat,
        routes: seat.routes.filter((each) => each !== route),
        trains: seat.trains + (rules?.length ?? 0),
        route_points: seat.route_points - (rules?.points ?? 0),
      };
    }
    case "took":
    case "drew":
      return { ...seat, hand_size: seat.hand_size - 1 };
    case "paid":
      return { ...seat, hand_size: seat.hand_size + count };
    case "tickets-kept":
      return { ...seat, ticket_count: seat.ticket_count - count };
    default:
      return seat;
  }
}
