/** A fake table: the test sets what the server would say. */

import { signal } from "@preact/signals";
import { BeatQueue } from "../../table/beats";
import type { TableStore, Watcher } from "../../table/store";
import type { Happening, Legal, LineRead, RefusalValues, SeenView } from "../../wire";
import { Play } from "../state/play";

const routes = [
  { id: "a--b", from: "a", to: "b", length: 2, colour: "red", tunnel: false, points: 2, twin: "a--b:2" },
  { id: "a--b:2", from: "a", to: "b", length: 2, colour: "blue", tunnel: false, points: 2, twin: "a--b" },
  { id: "b--c", from: "b", to: "c", length: 3, colour: "gray", tunnel: false, points: 4, twin: null },
];
const board = {
  cards: ["red", "blue", "locomotive"],
  cities: ["a", "b", "c"].map((id) => ({ id, name: id.toUpperCase() })),
  routes,
  tickets: [{ id: "a--c", from: "a", to: { c: 5 } }],
};
const seat = {
  routes: [] as string[],
  trains: 10,
  route_points: 0,
  attraction_points: 0,
  hand_size: 3,
  known: {},
  ticket_count: 1,
};

export function fakeView(): SeenView {
  const ticket = {
    ticket: "a--c",
    joined: false,
    impossible: false,
    target: "c",
    points: 5,
    trains: 5,
    cards: 3,
    routes: ["a--b", "b--c"],
  };
  const piles = {
    market: { red: 1 },
    discards: {},
    turned: {},
    deck_size: 9,
    ticket_deck: 3,
    last_turns: null,
    last_turn_of: [],
    closed: [],
  };
  return {
    phase: "turn",
    seat: 0,
    hand: { red: 2, locomotive: 1 },
    tickets: [ticket],
    offer: [],
    ...piles,
    seats: [seat, { ...seat, routes: ["b--c"] }],
  };
}

const NOTHING_READ: LineRead = {
  message: "typed",
  id: "1",
  seat: 0,
  seq: 1,
  verb: "",
  number: null,
  moves: [],
  certain: false,
  routes: [],
  problem: "",
  about: "",
};

export function fakeTable(legal: Legal | null, mine = [0], asked = [0]) {
  const sent: string[] = [];
  const answer = signal<unknown>({ message: "accepted", id: "1", seq: 1 });
  const reply = (what: string) => {
    sent.push(what);
    return Promise.resolve(answer.peek());
  };
  const questions: string[] = [];
  const refusal = signal<RefusalValues | null>(null);
  const watchers = new Set<Watcher>();
  const table = signal({
    players: 2,
    mine,
    asked,
    status: "playing",
    result: null,
    watching: 0,
    seats: [
      { kind: "person", name: "Ana" },
      { kind: "person", name: "Bia" },
    ],
    options: { practice: true },
    rules: { id: "x", name: "X" },
  });
  const readings: Record<string, Partial<LineRead>> = {};
  const store = {
    id: "abc",
    status: signal("live"),
    table,
    latest: table,
    beats: new BeatQueue(() => 0),
    view: signal(fakeView()),
    legal: signal(legal),
    seat: signal(mine[0] ?? -1),
    mine: signal(mine),
    asked: signal(asked),
    chosen: signal<number | null>(null),
    log: signal<Happening[]>([]),
    seq: signal(1),
    pending: signal(0),
    staged: signal<string | null>(null),
    rules: signal({
      board,
      vehicle: "train",
      rules: { market_size: 5, doubles_closed_up_to: 3 } as Record<string, unknown>,
    }),
    drawing: signal({ cities: {} }),
    watch: (watcher: Watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    send: (move: string) => reply(move),
    explain: (move: string) => {
      questions.push(move);
      return Promise.resolve(refusal.peek());
    },
    readLine: (line: string) => Promise.resolve({ ...NOTHING_READ, ...readings[line] }),
    takeBack: () => reply("take-back"),
    hint: () => reply("hint"),
    autopilot: () => reply("autopilot"),
    comeBack: () => reply("return"),
  };
  /** Append to the log and notify watchers. */
  const happens = (...happenings: Happening[]) => tell(happenings, true);
  const tell = (happenings: Happening[], played: boolean) => {
    store.log.value = [...store.log.peek(), ...happenings];
    const sights = mine.map((each) => ({ seat: each, view: store.view.peek(), legal: null, happenings }));
    for (const watcher of watchers) watcher(sights, played);
  };
  return {
    play: new Play(store as unknown as TableStore),
    store,
    sent,
    answer,
    questions,
    refusal,
    readings,
    happens,
    tell,
  };
}

export function drew(seq: number, seat: number, card: string): Happening {
  return { seq, kind: "move", seat, number: seq, at: 0, values: {}, events: [{ kind: "drew", seat, card }] };
}
