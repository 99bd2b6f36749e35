/** A written game, moment by moment: the board, what just happened, and what everybody had. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { go, route } from "../lib/router";
import { Board } from "../board/Board";
import { type BoardState, EMPTY_STATE } from "../board/model/types";
import { botName, locale, personName, rulesName, t } from "../i18n";
import type { Reader } from "../narration/moves";
import type { Board as BoardData, Replay, RetoldMove, TicketStatus } from "../wire";
import { Controls } from "./Controls";
import { type Position, positionsOf } from "./positions";
import { Head } from "./Head";
import { ownersOf, placesOf } from "../board/model/places";
import { Playback } from "./playback";
import { addressOf, type Shown, type Source } from "./source";
import { Tabs } from "./Tabs";

interface ViewerProps {
  source: Source;
  shown: Shown;
  at: number | null;
}

/** The address follows the moment, but not every step of a fast ride: browsers count how often it changes. */
const SETTLED = 300;

export function Viewer({ source, shown, at }: ViewerProps) {
  const { game, board, drawing, vehicle } = shown;
  const playing = useMemo(() => new Playback(game.moves.length, at ?? 0), []);
  const positions = useMemo(() => positionsOf(game), [game]);
  const pointed = useSignal<TicketStatus | null>(null);
  const names = useMemo(() => namesOf(game), [game, locale()]);
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
        <Tabs
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

/** What the players are called; records have bots by the names of their kinds. */
function namesOf({ names }: Replay): string[] {
  return names.map((name, seat) => personName(botName(name), seat));
}

/** Who owns what, and what was claimed just now. */
function baseState(position: Position | undefined, move: RetoldMove | undefined): BoardState {
  const claimed = move?.events.flatMap(({ kind, route: id }) => (kind === "claimed" && id ? [id] : []));
  return {
    ...EMPTY_STATE,
    owners: ownersOf(position?.seats ?? []),
    closed: new Set(position?.closed),
    latest: new Set(claimed),
  };
}

/** The places of a ticket that is looked at, and the way that was still missing. */
function withTicket(base: BoardState, ticket: TicketStatus | null, board: BoardData): BoardState {
  if (!ticket) return base;
  return { ...base, ringed: new Set(placesOf(board, ticket.ticket)), path: ticket.joined ? [] : ticket.routes };
}

/** Arrow keys belong to the board while it has the focus, and to whatever one types into. */
function useKeys(playing: Playback): void {
  useEffect(() => {
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

/** An address that we wrote ourselves asks for nothing: by the time it is told, the player may be elsewhere. */
function useAddress(source: Source, playing: Playback, wished: number | null): void {
  const written = useRef<number | null>(null);
  useEffect(() => {
    if (wished !== null && wished !== written.current) playing.go(wished);
  }, [wished]);
  const now = playing.at.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      const shown = route.peek();
      if (shown.page !== "replay") return;
      written.current = now;
      go(addressOf(source, now, shown.seat), true); // whose eyes are wished for, though their game may still be on its way
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [now]);
}
