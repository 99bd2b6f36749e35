/** Parts of the game screen that depend on table, seat and phase. */

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recentStrip, touching } from "../lib/settings";
import english from "../i18n/en";
import { use } from "../i18n";
import { drew, fakeTable, fakeView } from "./testing/fakeTable";
import { followMoments } from "./effects/moments";
import { followShortcuts } from "./effects/shortcuts";
import { Log } from "./panels/Log";
import { Menu } from "./dialogs/Menu";
import { MomentStage } from "./panels/MomentStage";
import { Seats } from "./panels/Seats";
import { Recent } from "./panels/Recent";
import { TopBar } from "./panels/TopBar";
import { TextGame } from "../typed/TextGame";

beforeEach(() => {
  recentStrip.value = true;
  use("en", english);
  HTMLDialogElement.prototype.showModal ??= () => undefined;
});
afterEach(() => {
  act(() => render(null, document.body));
  vi.unstubAllGlobals();
});

const press = (name: string) =>
  act(() => [...document.querySelectorAll("button")].find((each) => each.textContent?.includes(name))?.click());

it("keeps the strip of recent moves in place until it is closed", () => {
  const { play, store } = fakeTable(null);
  act(() => render(<Recent play={play} />, document.body));
  expect(document.querySelector(".since")?.textContent).toContain("Nothing new");
  act(() => {
    store.log.value = [drew(1, 0, "red"), drew(2, 1, "blue")];
  });
  expect(document.querySelectorAll(".since li")).toHaveLength(1);
  act(() => document.querySelector<HTMLElement>(".since-close")?.click());
  expect(document.querySelector(".since")).toBeNull();
  expect(recentStrip.value).toBe(false);
});

it("announces the last round across the board until a press", () => {
  const { play, store, happens } = fakeTable(null);
  const stop = followMoments(play);
  act(() => render(<MomentStage play={play} />, document.body));
  store.view.value = { ...fakeView(), last_turns: 3, last_turn_of: [1, 0] };
  act(() => happens({ ...drew(1, 0, "red"), events: [{ kind: "last-round", seat: 0 }] }));
  expect([...document.querySelectorAll(".moment-band li")].map((each) => each.textContent)).toEqual([
    "Biaone more turn",
    "Anaone more turn",
  ]);
  act(() => void document.dispatchEvent(new Event("pointerdown")));
  expect(document.querySelector(".moment")).toBeNull();
  stop();
});

it("lets every name begin where its script begins", () => {
  const { play, store } = fakeTable(null);
  store.log.value = [drew(1, 1, "red")];
  act(() =>
    render(
      <>
        <Seats play={play} />
        <Log play={play} />
      </>,
      document.body,
    ),
  );
  const names = [...document.querySelectorAll(".seat-name, .log-move b")].filter((each) =>
    /Ana|Bia/.test(each.textContent ?? ""),
  );
  expect(names.map((each) => each.getAttribute("dir"))).toEqual(["auto", "auto", "auto"]);
});

it("says how many are watching, if anybody is, to players", () => {
  const { play, store } = fakeTable(null);
  const eyes = () => document.querySelectorAll("[aria-label='2 people are watching'], .text-watched").length;
  const both = (
    <>
      <TopBar play={play} />
      <TextGame play={play} />
    </>
  );
  act(() => render(both, document.body));
  expect(eyes()).toBe(0);
  act(() => void (store.table.value = { ...store.table.value, watching: 2 }));
  expect(document.querySelector(".top-watched")?.textContent).toBe("2");
  expect(document.querySelector(".text-watched")?.textContent).toBe("2 people are watching");
  act(() => void (store.seat.value = -1));
  expect(eyes()).toBe(0);
});

it("marks in the log what is new since the last turn", () => {
  const { play, store } = fakeTable(null);
  store.log.value = [drew(1, 1, "red"), drew(2, 0, "red"), drew(3, 1, "blue")];
  act(() => render(<Log play={play} />, document.body));
  const lines = [...document.querySelectorAll(".log-lines li")].map((each) => each.className.trim());
  expect(lines).toEqual(["log-move", "log-move", "log-since", "log-move recent"]);
});

it("shows the points of attractions, where they bring any", () => {
  const { play, store } = fakeTable(null);
  const view = fakeView();
  store.view.value = { ...view, seats: view.seats.map((seat, number) => ({ ...seat, attraction_points: 3 + number })) };
  act(() => render(<Seats play={play} />, document.body));
  expect(document.querySelector("[aria-label*='attractions']")).toBeNull();
  act(() => {
    store.rules.value = { ...store.rules.value, rules: { attraction_points: 1 } };
  });
  const shown = [...document.querySelectorAll("[aria-label*='attractions']")].map((each) =>
    each.getAttribute("aria-label"),
  );
  expect(shown).toEqual(["3 points from attractions so far", "4 points from attractions so far"]);
});

it("asks for confirmation before a player is removed", () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    asked.push(`${method ?? ""} ${path}`);
    return Promise.resolve(Response.json({}));
  });
  const { play, store } = fakeTable(null);
  const { seats, ...table } = store.table.value;
  const gone = { ...table, id: "abc", host: true, seats: seats.map((seat) => ({ ...seat, present: false })) };
  store.table.value = gone;
  act(() => render(<Menu play={play} onClose={() => undefined} />, document.body));
  press("Remove Bia");
  expect(asked).toEqual([]);
  expect(document.body.textContent).toContain("A bot takes Bia’s seat");
  press("Remove Bia");
  expect(asked).toEqual(["DELETE /api/tables/abc/seats/1"]);
});

it("offers the list of keys only where a keyboard is likely", () => {
  const { play } = fakeTable(null);
  act(() => render(<Menu play={play} onClose={() => undefined} />, document.body));
  const items = () => [...document.querySelectorAll(".menu-item")].map((each) => each.textContent);
  expect(items()).toContain("Keyboard");
  act(() => void (touching.value = true));
  expect(items()).not.toContain("Keyboard");
  expect(items()).toContain("Settings");
  touching.value = false;
});

it("hears keys only while it is followed", () => {
  const { play, sent } = fakeTable({ moves: ["draw"], claims: {} });
  const key = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true }));
  const stop = followShortcuts(play);
  key();
  expect(sent).toEqual(["draw"]);
  stop();
  key();
  expect(sent).toEqual(["draw"]);
});
