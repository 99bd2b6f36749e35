/** The replay viewer: board, current move, seats. */

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { go, route } from "../lib/router";
import { Board } from "../board/Board";
import { type BoardState, EMPTY_STATE } from "../board/model/types";
import { botName, locale, numbered, personName, rulesName, t } from "../i18n";
import type { Reader } from "../narration/moveWords";
import type { BoardValues as BoardData, GameReplay, ReplayMove, TicketStatus } from "../wire";
import { Controls } from "./Controls";
import { type Position, positionsOf } from "./positions";
import { Head } from "./Head";
import { ownersOf, placesOf } from "../board/model/places";
import { history } from "../profile/history";
import { Playback } from "./playback";
import { addressOf, type LoadedReplay, type Source } from "./source";
import { ReplayTabs } from "./ReplayTabs";

interface ViewerProps {
  source: Source;
  shown: LoadedReplay;
  at: number | null;
}

/** Debounce address updates during fast playback: browsers limit their rate. */
const SETTLED = 300;

export function Viewer({ source, shown, at }: ViewerProps) {
  const { game, board, drawing, vehicle } = shown;
  const playing = useMemo(() => new Playback(game.moves.length, at ?? 0), []);
  const positions = useMemo(() => positionsOf(game), [game]);
  const pointed = useSignal<TicketStatus | null>(null);
  const names = useMemo(() => namesOf(game, ownSeat(source)), [game, locale()]);
  const reader: Reader = useMemo(() => ({ board, vehicle, names, me: game.seat }), [shown, names]);
  useEffect(() => () => playing.close(), []);
  useKeys(playing);
  useAddress(source, playing, at);
  const now = playing.at.value;
  const position = positions[now];
  const base = useMemo(() => baseState(position, game.moves[now - 1]), [positions, now]);
  const state = useMemo(() => withTicket(base, pointed.value, board), [base, pointed.value]);
  if (!position) return null;
  return (
    <main class="replay-room">
      <h1 class="spoken">{t("replay.heading", { rules: rulesName(game.rules) })}</h1>
      <div class="replay-stage">
        <div class="replay-board" style={{ "--shape": drawing.width / drawing.height }}>
          <Board drawing={drawing} rules={board} vehicle={vehicle} seatNames={names} state={state} />
        </div>
        <Controls playing={playing} game={game} reader={reader} />
      </div>
      <aside class="replay-side">
        <Head source={source} game={game} names={names} playing={playing} />
        <ReplayTabs
          shown={shown}
          position={position}
          playing={playing}
          reader={reader}
          point={(ticket) => (pointed.value = ticket)}
        />
      </aside>
    </main>
  );
}

/** Player names as in the game; records name bots by their kind, and unnamed players by the number of the seat. */
function namesOf({ names }: GameReplay, own: number | null): string[] {
  const called = (name: string, seat: number) =>
    seat === own && /^[1-9]?$/.test(name) ? t("board.you") : personName(botName(name), seat);
  return numbered(names.map(called));
}

/** The seat that this browser played, if it was one. */
function ownSeat(source: Source): number | null {
  const id = "table" in source ? source.table : null;
  return history.peek().find((game) => game.id === id)?.me ?? null;
}

/** Owners, and the latest claim. */
function baseState(position: Position | undefined, move: ReplayMove | undefined): BoardState {
  const claimed = move?.events.flatMap(({ kind, route: id }) => (kind === "claimed" && id ? [id] : []));
  return {
    ...EMPTY_STATE,
    owners: ownersOf(position?.seats ?? []),
    closed: new Set(position?.closed),
    latest: new Set(claimed),
  };
}

/** The ends of a ticket and its missing connection. */
function withTicket(base: BoardState, ticket: TicketStatus | null, board: BoardData): BoardState {
  if (!ticket) return base;
  return { ...base, ringed: new Set(placesOf(board, ticket.ticket)), path: ticket.joined ? [] : ticket.routes };
}

/** The board and text fields keep their own arrow keys. They work from the moment the slider is seen, on a busy computer too. */
function useKeys(playing: Playback): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target as Element | null;
      if (target?.closest?.("input, select, textarea, .board-picture, [role=tablist]")) return;
      if (event.key === " " && target?.closest?.("button, a, summary")) return;
      if (playing.press(event.key)) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [playing]);
}

/** Ignore addresses this page wrote itself: by now the player may be elsewhere. */
function useAddress(source: Source, playing: Playback, wanted: number | null): void {
  const written = useRef<number | null>(null);
  useEffect(() => {
    if (wanted !== null && wanted !== written.current) playing.go(wanted);
  }, [wanted]);
  const now = playing.at.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      const shown = route.peek();
      if (shown.page !== "replay") return;
      written.current = now;
      go(addressOf(source, now, shown.seat), true); // keep the seat, though its view may still be loading
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [now]);
}
