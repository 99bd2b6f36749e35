import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import english from "../i18n/en";
import { use } from "../i18n";
import { tableInfo } from "../net/testing/fakeSocket";
import type { TableStore } from "../table/store";
import type { SeatInfo } from "../wire";
import { Lobby } from "./Lobby";

const person = tableInfo().seats[0] as SeatInfo;
const open: SeatInfo = { ...person, kind: "open", name: "" };

function show(...seats: SeatInfo[]): void {
  const table = tableInfo({ id: "lobby", status: "lobby", players: 4, seats });
  act(() => render(<Lobby store={{} as TableStore} table={table} />, document.body));
}

/** The seats at which a QR code is shown. */
const coded = () =>
  [...document.querySelectorAll(".seat-rows > li")].flatMap((row, seat) => (row.querySelector(".qr") ? [seat] : []));

/** Press "QR code" at a seat. */
const press = (seat: number) =>
  act(() => document.querySelectorAll(".seat-rows > li")[seat]?.querySelector<HTMLElement>("[aria-expanded]")?.click());

beforeEach(async () => {
  use("en", english);
  const link = (seat: number) => ({ link: `${location.origin}/join/${seat}`, qr: "<svg></svg>" });
  localStorage.setItem("ferrovia.links.lobby", JSON.stringify({ 1: link(1), 2: link(2), 3: link(3) }));
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server in this test")));
  show(person, open, open, open);
  await vi.waitFor(() => expect(document.querySelectorAll("[aria-expanded]").length).toBeGreaterThanOrEqual(3));
});

afterEach(() => {
  act(() => render(null, document.body));
  vi.unstubAllGlobals();
});

it("shows one QR code: that of the next free seat, of the one pressed, or none", () => {
  expect(coded()).toEqual([1]);
  press(2);
  expect(coded()).toEqual([2]);
  press(2);
  expect(coded()).toEqual([]);
  press(1);
  expect(coded()).toEqual([1]);
});

it("goes on to the next free seat when the one shown is taken", () => {
  press(3);
  show(person, open, open, person);
  expect(coded()).toEqual([1]);
  show(person, person, open, person);
  expect(coded()).toEqual([2]);
});
