/** A move redraws what it changes and nothing else: animations have only a few milliseconds for each frame. */

import { type ComponentType, options, render, type VNode } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { island } from "../board/testing/island";
import english from "../i18n/en";
import { use } from "../i18n";
import { pace } from "../lib/settings";
import { Connection } from "../net/connection";
import { Exchange, snapshot, tableInfo } from "../net/testing/fakeSocket";
import { TableStore } from "../table/store";
import type { EventValues, Happening, RulesShown, SeenView, TicketStatus } from "../wire";
import { Screen } from "./GameScreen";
import { Play } from "./state/play";
import { fakeView } from "./testing/fakeTable";

const root = document.createElement("div");
/** Preact calls this hook for each component that it draws; the types leave it out. */
const DRAWS = "__r";
const hooks = options as { [DRAWS]?: (node: VNode) => void };
const before = hooks[DRAWS];
let drawn: string[] = [];
let exchange: Exchange;
let store: TableStore;

const [ticket, free] = [island.board.tickets[0], island.board.routes[0]];
const status: TicketStatus = { ...fakeView().tickets[0], ticket: ticket?.id ?? "", routes: [] } as TicketStatus;
const view: SeenView = {
  ...fakeView(),
  tickets: [status],
  seats: fakeView().seats.map((seat) => ({ ...seat, routes: [] })),
};

beforeEach(async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server in this test")));
  use("en", english);
  pace.value = "instant";
  exchange = new Exchange();
  store = new TableStore("redrawn", (listener) => new Connection("ws://test", listener, exchange.dial));
  const rules = { hash: "h", vehicle: "train", board: island.board, rules: { market_size: 5 } };
  store.rules.value = rules as unknown as RulesShown;
  store.drawing.value = island.drawing;
  exchange.last.opens();
  const happenings = Array.from({ length: 50 }, (_, number) => happened(number + 1, []));
  exchange.last.says(snapshot(50, { sights: [{ seat: 0, view, legal: null, happenings }] }));
  const play = new Play(store);
  play.state.begin();
  document.body.append(root);
  await act(() => render(<Screen play={play} />, root));
  hooks[DRAWS] = (node: VNode) => {
    const { displayName, name } = node.type as ComponentType;
    drawn.push(displayName ?? name);
    before?.(node);
  };
});

afterEach(() => {
  if (before) hooks[DRAWS] = before;
  act(() => render(null, root));
  store.close();
  root.remove();
  pace.value = "normal";
  vi.unstubAllGlobals();
});

function happened(seq: number, events: EventValues[]): Happening {
  return { seq, kind: "move", seat: 1, number: seq, at: 0, values: {}, events };
}

/** How often each component is drawn for a move of the rival. */
async function drawnFor(event: EventValues, rival: Partial<SeenView["seats"][number]>) {
  const seats = view.seats.map((seat, number) => (number === 1 ? { ...seat, ...rival } : seat));
  const sights = [{ seat: 0, view: { ...view, seats }, legal: null, happenings: [happened(51, [event])] }];
  drawn = [];
  await act(() => exchange.last.says({ message: "update", seq: 51, table: tableInfo({ changed_at: 9 }), sights }));
  return (name: string) => drawn.filter((each) => each === name).length;
}

it("draws the player and the line of the log for a card, and no route, ticket or older line", async () => {
  const times = await drawnFor({ kind: "drew", seat: 1 }, { hand_size: 4 });
  expect(root.textContent).toContain("Bia");
  expect([times("Seat"), times("Count"), times("Entry")]).toEqual([1, 1, 1]);
  for (const part of ["Screen", "TopBar", "Route", "Train", "City", "TicketRow", "Hand", "Slot"]) {
    expect([part, times(part)]).toEqual([part, 0]);
  }
});

it("draws one route and one train for a claim", async () => {
  const route = free?.id ?? "";
  const times = await drawnFor({ kind: "claimed", seat: 1, route }, { routes: [route], trains: 8 });
  expect(root.querySelectorAll(".train")).toHaveLength(1);
  expect([times("Route"), times("Train"), times("Entry")]).toEqual([1, 1, 1]);
  for (const part of ["Screen", "Way", "City", "TicketRow", "Hand", "Slot"])
    expect([part, times(part)]).toEqual([part, 0]);
});

it("draws the board first, and the panels beside it with the next frame", async () => {
  const route = free?.id ?? "";
  const seats = view.seats.map((seat, number) => (number === 1 ? { ...seat, routes: [route], trains: 8 } : seat));
  const claim = happened(51, [{ kind: "claimed", seat: 1, route }]);
  const sights = [{ seat: 0, view: { ...view, seats }, legal: null, happenings: [claim] }];
  const lines = root.querySelectorAll(".log-move").length;
  drawn = [];
  exchange.last.says({ message: "update", seq: 51, table: tableInfo({ changed_at: 9 }), sights });
  await Promise.resolve();
  expect(root.querySelectorAll(".train")).toHaveLength(1);
  expect(drawn).not.toContain("Entry");
  await vi.waitFor(() => expect(root.querySelectorAll(".log-move")).toHaveLength(lines + 1));
  expect(drawn).toContain("Seat");
});
