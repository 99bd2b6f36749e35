/** Cards fly from where they lay, at a table that hears of moves as in a game. */

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import english from "../../i18n/en";
import { use } from "../../i18n";
import { beatLength, confirming } from "../../lib/settings";
import { LaidOut } from "../../lib/testing/laidOut";
import { Connection } from "../../net/connection";
import { Exchange, snapshot, tableInfo } from "../../net/testing/fakeSocket";
import { TableStore } from "../../table/store";
import type { Happening, Legal, SeenView } from "../../wire";
import { Market } from "../panels/Market";
import { Play } from "../state/play";
import { fakeView } from "../testing/fakeTable";
import { followFlights } from "./cardFlights";

/** A slot is this wide; the deck and the players have no box here. */
const WIDTH = 100;

let exchange: Exchange;
let store: TableStore;
let play: Play;
let stops: (() => void)[];

const viewOf = (market: SeenView["market"]): SeenView => ({ ...fakeView(), market });
const MINE: Legal = { moves: ["take red", "take blue", "draw"], claims: {} };

function boxOf(this: Element): DOMRect {
  const slot = this.closest(".market-slot");
  const place = slot ? [...(slot.parentElement?.children ?? [])].indexOf(slot) : 9;
  return new DOMRect(place * WIDTH, 0, WIDTH, WIDTH);
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server in this test")));
  vi.stubGlobal("IntersectionObserver", LaidOut);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(boxOf);
  Element.prototype.animate = () => ({ finish: () => undefined }) as unknown as Animation;
  use("en", english);
  confirming.value = "never";
  localStorage.clear();
  exchange = new Exchange();
  store = new TableStore("flying", (listener) => new Connection("ws://test", listener, exchange.dial));
  play = new Play(store);
  stops = [play.state.begin(), followFlights(play)];
  exchange.last.opens();
  const view = viewOf({ red: 2, blue: 2, green: 1 });
  exchange.last.says(snapshot(3, { sights: [{ seat: 0, view, legal: MINE, happenings: [] }] }));
  const root = document.createElement("div");
  root.innerHTML = `<div class="hand"></div><div data-seat="1"></div><div class="market-here"></div>`;
  document.body.append(root);
  await act(() => render(<Market play={play} />, root.lastElementChild as Element));
});

afterEach(() => {
  stops.forEach((stop) => stop());
  store.close();
  render(null, document.querySelector(".market-here") as Element);
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The market is filled again by the time the page hears of the card that was taken. */
async function took(seat: number, card: string, market: SeenView["market"]): Promise<void> {
  const event = { kind: "took", seat, card } as const;
  const happening: Happening = { seq: 4, kind: "move", seat, number: 4, at: 0, values: {}, events: [event] };
  await act(() => {
    const sights = [{ seat: 0, view: viewOf(market), legal: MINE, happenings: [happening] }];
    exchange.last.says({ message: "update", seq: 4, table: tableInfo(), sights });
  });
  await vi.advanceTimersByTimeAsync(100);
}

const flown = () =>
  [...document.querySelectorAll<HTMLElement>(".flight")].map((ghost) => [
    ghost.style.left,
    /colour-\w+/.exec(ghost.querySelector("svg")?.getAttribute("class") ?? "")?.[0],
  ]);

it.each([0, 1])(
  "a card flies from the slot %i that was clicked, though another of its colour lies there",
  async (place) => {
    expect(play.state.slots.value).toEqual(["red", "red", "blue", "blue", "green"]);
    document.querySelectorAll<HTMLElement>(".market-slot")[place]?.click();
    await took(0, "red", { red: 1, blue: 2, green: 1, pink: 1 });
    expect(play.state.slots.value[place]).toBe("pink");
    expect(flown()).toEqual([[`${place * WIDTH}px`, "colour-red"]]);
  },
);

it.each([0, 1500])("a rival's card flies from the slot that it leaves, with beats of %i ms", async (length) => {
  const pace = vi.spyOn(beatLength, "peek").mockReturnValue(length);
  await took(1, "green", { red: 2, blue: 2, pink: 1 });
  expect(play.state.slots.value[4]).toBe("pink");
  expect(flown()).toEqual([["400px", "colour-green"]]);
  pace.mockRestore();
});

it("of two equal cards a rival takes the last", async () => {
  await took(1, "blue", { red: 2, blue: 1, green: 1, white: 1 });
  expect(flown()).toEqual([["300px", "colour-blue"]]);
});

it.each(["a press", "the end"])("%s calls off a flight whose ends are still being measured", async (which) => {
  const stopped = vi.fn();
  const Unmeasured = class {
    observe = () => undefined;
    disconnect = stopped;
  };
  vi.stubGlobal("IntersectionObserver", Unmeasured);
  await took(1, "green", { red: 2, blue: 2, pink: 1 });
  expect(stopped).not.toHaveBeenCalled();
  if (which === "a press") document.dispatchEvent(new Event("pointerdown"));
  else stops.forEach((stop) => stop());
  expect(stopped).toHaveBeenCalledOnce();
});
