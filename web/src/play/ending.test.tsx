/** From the game to its ending and back: neither the game nor the ending is ever left half drawn. */

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { island } from "../board/testing/island";
import "../final/FinalScore"; // or its first import would be waited for
import english from "../i18n/en";
import { use } from "../i18n";
import { keptBoardBox } from "../lib/boardBox";
import { pace } from "../lib/settings";
import { Connection } from "../net/connection";
import { Exchange, snapshot, tableInfo } from "../net/testing/fakeSocket";
import { TableStore } from "../table/store";
import type { Result, RulesShown, SeatResult, SeenView, TableInfo } from "../wire";
import { GameScreen } from "./GameScreen";
import { FinalScore } from "./lazyParts";
import { fakeView } from "./testing/fakeTable";

/** More frames than it takes. */
const FRAMES = 30;
vi.setConfig({ testTimeout: 60_000 }); // hundreds of frames, each with a whole board
const root = document.createElement("div");
let exchange: Exchange;
let store: TableStore;

const view: SeenView = { ...fakeView(), tickets: [], seats: fakeView().seats.map((seat) => ({ ...seat, routes: [] })) };
const nothing = { tickets: 0, longest_path: 0, attractions: 0, completed: 0, trail_length: 0, decided_by: null };
const lists = { ticket_scores: [], trail: [], attraction_cities: [] };
const score = (seat: number): SeatResult => ({ ...nothing, ...lists, seat, place: seat + 1, total: 10, routes: 10 });
const result: Result = { ending: "last-round", winners: [0], scores: [score(0), score(1)] };
const over: Partial<TableInfo> = { status: "over", result, asked: [] };

class Observer {
  constructor(private readonly tell: () => void) {}
  observe(): void {
    this.tell();
  }
  disconnect(): void {}
}

beforeEach(async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server in this test")));
  vi.stubGlobal("ResizeObserver", Observer);
  vi.stubGlobal("IntersectionObserver", undefined); // places are told at once
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 800, 500));
  use("en", english);
  pace.value = "instant";
  FinalScore.fetch();
  await vi.waitUntil(FinalScore.ready);
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame"] });
  exchange = new Exchange();
  store = new TableStore("ending", (listener) => new Connection("ws://test", listener, exchange.dial));
  store.rules.value = {
    hash: "h",
    vehicle: "train",
    board: island.board,
    rules: { market_size: 5 },
  } as unknown as RulesShown;
  store.drawing.value = island.drawing;
  exchange.last.opens();
  exchange.last.says(snapshot(1, { sights: [{ seat: 0, view, legal: null, happenings: [] }] }));
  document.body.append(root);
  act(() => render(<GameScreen store={store} />, root));
  frames(FRAMES);
});

afterEach(() => {
  act(() => render(null, root));
  store.close();
  root.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function frames(count: number): void {
  for (let frame = 0; frame < count; frame += 1) act(() => void vi.advanceTimersToNextFrame());
}

function says(seq: number, table: Partial<TableInfo>): void {
  const sights = [{ seat: 0, view, legal: null, happenings: [] }];
  act(() => exchange.last.says({ message: "update", seq, table: tableInfo(table), sights }));
}

const routes = (place: string) => root.querySelectorAll(`${place} [data-route]`).length;
const all = island.board.routes.length;

it("leaves a whole board on the screen in every frame, until only the ending is there", () => {
  says(2, over);
  const most: number[] = [];
  while (most.length < FRAMES && root.querySelector(".game")) {
    most.push(Math.max(routes(".game"), routes(".final")));
    frames(1);
  }
  expect(Math.min(...most)).toBe(all);
  expect([routes(".game"), routes(".final")]).toEqual([0, all]);
  expect(root.querySelector(".game")).toBeNull();
});

it.each([1, 8, 16, 20, 24, FRAMES])(
  "gives the whole game back if the last move is taken back %i frames later",
  (gone) => {
    says(2, over);
    frames(gone);
    says(3, {});
    frames(FRAMES);
    expect([routes(".game"), routes(".final")]).toEqual([all, 0]);
    expect(root.querySelector(".game.leaving")).toBeNull();
    expect(root.querySelector(".dock")).not.toBeNull();
  },
);

it("forgets where the board was when another game may come", () => {
  says(2, over);
  frames(FRAMES);
  expect(keptBoardBox()).not.toBeNull();
  act(() => render(null, root));
  expect(keptBoardBox()).toBeNull();
});
