/** Staged moves: the countdown, and the surcharge of a tunnel. */

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { autoConfirm } from "../../lib/settings";
import english from "../../i18n/en";
import italian from "../../i18n/it";
import { use } from "../../i18n";
import portuguese from "../../i18n/pt";
import type { Happening } from "../../wire";
import { ActionBar } from "./ActionBar";
import { COUNTDOWN } from "./Countdown";
import { fakeTable, fakeView } from "../testing/fakeTable";
import { attemptIn } from "../state/recent";
import { surchargeWords } from "../state/sentences";
import { TunnelReveal, useTunnel } from "./TunnelReveal";

const legal = { moves: ["draw", "tickets"], claims: { "a--b": ["red:2", "red:1 locomotive:1"] } };
const bar = () => document.querySelector(".countdown");
const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(1000 * seconds));

beforeEach(() => {
  use("en", english);
  vi.useFakeTimers();
  autoConfirm.value = false;
});
afterEach(() => {
  act(() => render(null, document.body));
  vi.useRealTimers();
});

function staged() {
  const table = fakeTable(legal);
  act(() => render(<ActionBar play={table.play} />, document.body));
  act(() => table.play.actions.stage("claim a--b red:2"));
  return table;
}

it("waits for ever, unless asked to confirm by itself", () => {
  const { sent } = staged();
  expect(bar()).toBeNull();
  pass(10 * COUNTDOWN);
  expect(sent).toEqual([]);
});

it("confirms by itself, once, after a countdown that is seen", () => {
  autoConfirm.value = true;
  const { sent } = staged();
  expect(bar()).not.toBeNull();
  expect(document.querySelector("[role=status]")?.textContent).toContain(`in ${COUNTDOWN} seconds`);
  pass(COUNTDOWN - 1);
  expect(sent).toEqual([]);
  pass(5);
  expect(sent).toEqual(["claim a--b red:2"]);
});

it("does not once it is cancelled, nor while other payments are looked at or a window is open", () => {
  autoConfirm.value = true;
  const { play, sent } = staged();
  act(() => {
    play.state.payments.value = true;
  });
  expect(bar()).toBeNull();
  pass(2 * COUNTDOWN);
  act(() => {
    play.state.payments.value = false;
    play.state.dialog.value = "menu";
  });
  pass(2 * COUNTDOWN);
  act(() => {
    play.state.dialog.value = null;
  });
  pass(COUNTDOWN - 1);
  act(() => void play.state.cancel());
  pass(2 * COUNTDOWN);
  expect(sent).toEqual([]);
});

it("restarts with another payment", () => {
  autoConfirm.value = true;
  const { play, sent } = staged();
  pass(COUNTDOWN - 1);
  act(() => play.actions.pay("red:1 locomotive:1"));
  pass(COUNTDOWN - 1);
  expect(sent).toEqual([]);
  pass(1);
  expect(sent).toEqual(["claim a--b red:1 locomotive:1"]);
});

function attempted(card: string, turned: string[]): Happening {
  const events = [
    { kind: "attempted", seat: 0, route: "a--b" },
    { kind: "paid", seat: 0, card, count: 2 },
    ...turned.map((each) => ({ kind: "turned", card: each })),
    { kind: "charged", seat: 0, card, count: 1, route: "a--b" },
  ];
  return { seq: 1, kind: "move", seat: 0, number: 1, at: 0, values: {}, events } as Happening;
}

it("shows the cards of a tunnel over it: the others' for a moment or until a tap, one's own until it is decided", () => {
  const { play, store, happens, tell } = fakeTable(null, [0], [1]);
  const Shown = () => {
    const attempt = useTunnel(play);
    return attempt && <TunnelReveal play={play} attempt={attempt} />;
  };
  act(() => render(<Shown />, document.body));
  const shown = () => document.querySelector(".tunnel-show")?.textContent ?? null;
  const tap = () => act(() => void document.dispatchEvent(new Event("pointerdown")));
  const theirs = { ...attempted("red", ["blue"]), seat: 1 };
  const dug = { ...theirs, events: theirs.events.map((event) => (event.seat === 0 ? { ...event, seat: 1 } : event)) };
  const free = { ...dug, events: dug.events.filter(({ kind }) => kind !== "charged") };
  const pause = vi.spyOn(store.beats, "pause");
  act(() => happens(free));
  expect(shown()).not.toContain("yours");
  tap();
  expect(shown()).toBeNull();
  act(() => tell([free], false));
  expect(shown(), "skipped").toBeNull();
  act(() => {
    store.beats.current.value = free;
    happens(free);
  });
  pass(60);
  expect(shown(), "as long as its beat").not.toBeNull();
  act(() => void (store.beats.current.value = null));
  expect(shown()).toBeNull();
  expect(pause).not.toHaveBeenCalledWith("tunnel", true); // its beat holds the next one back
  act(() => happens(dug));
  pass(5);
  expect(shown()).toBeNull();
  const mine = attempted("red", ["red", "blue"]);
  act(() => {
    store.log.value = [mine];
    store.legal.value = { moves: ["refuse"], claims: {} };
    store.view.value = { ...fakeView(), phase: "tunnel" };
    happens(mine);
  });
  expect(pause).toHaveBeenLastCalledWith("tunnel", true); // the next player waits until it has been seen
  act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })));
  expect(pause).toHaveBeenLastCalledWith("tunnel", false);
  tap();
  pass(5);
  expect(shown()).toContain("1 extra card");
  act(() => void (store.legal.value = null));
  expect(shown()).toBeNull();
});

it("says what a tunnel asks for by what was played, in every language", () => {
  const { play, store } = fakeTable(null);
  store.view.value = { ...fakeView(), phase: "tunnel" };
  const words = (card: string) => {
    const attempt = attemptIn(attempted(card, ["locomotive", "red", "blue"]));
    return attempt ? surchargeWords(play.state, attempt) : "";
  };
  const said = (["en", "it", "pt"] as const).map((name, number) => {
    use(name, [english, italian, portuguese][number] ?? english);
    return [words("red"), words("locomotive")];
  });
  const colours = [
    "a red card or a locomotive",
    "una carta rossa o una locomotiva",
    "uma carta vermelha ou uma locomotiva",
  ];
  const alone = ["only locomotives can pay", "si paga solo con locomotive", "só se paga com locomotivas"];
  said.forEach(([coloured = "", wild = ""], number) => {
    expect(coloured).toContain(colours[number]);
    expect(wild).toContain(alone[number]);
    expect(wild).not.toMatch(/colou?r|cor\b/);
  });
});
