/** Parts of the game screen that belong to a table, a seat, a moment. */

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import english from "../language/en";
import { use } from "../language/language";
import type { Happening } from "../wire";
import { drew, fakeTable } from "./fake_table";
import { followKeys } from "./keys";
import { Menu } from "./Menu";
import { Since } from "./Since";

beforeEach(() => {
  use("en", english);
  HTMLDialogElement.prototype.showModal ??= () => undefined;
});
afterEach(() => {
  act(() => render(null, document.body));
  vi.unstubAllGlobals();
});

const press = (name: string) =>
  act(() => [...document.querySelectorAll("button")].find((each) => each.textContent?.includes(name))?.click());

it("forgets for another table what was dismissed at this one", () => {
  const done: Happening[] = [drew(1, 0, "red"), drew(2, 1, "blue")];
  const [here, there] = [fakeTable(null), fakeTable(null)];
  there.store.id = "xyz";
  for (const { store } of [here, there]) store.log.value = done;
  act(() => render(<Since play={here.play} />, document.body));
  expect(document.querySelector(".since")).not.toBeNull();
  act(() => document.querySelector<HTMLElement>(".since-close")?.click());
  expect(document.querySelector(".since")).toBeNull();
  act(() => render(<Since play={there.play} />, document.body));
  expect(document.querySelector(".since")).not.toBeNull();
});

it("asks twice before somebody is removed", () => {
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
  expect(document.body.textContent).toContain("A bot takes the seat of Bia");
  press("Remove Bia");
  expect(asked).toEqual(["DELETE /api/tables/abc/seats/1"]);
});

it("hears keys only while it is followed", () => {
  const { play, sent } = fakeTable({ moves: ["draw"], claims: {} });
  const key = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true }));
  const stop = followKeys(play);
  key();
  expect(sent).toEqual(["draw"]);
  stop();
  key();
  expect(sent).toEqual(["draw"]);
});
