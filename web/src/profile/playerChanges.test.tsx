import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import english from "../i18n/en";
import { use } from "../i18n";
import { playerName } from "../lib/settings";
import type { AccountInfo, TableInfo } from "../wire";
import { account, deleteAccount, loadAccount, signOut } from "./account";
import { addGames, history, noteTables, type PlayedGame, playerChanges } from "./history";
import { OwnTables } from "./OwnTables";
import { packProfile } from "./transfer";

const TABLE = {
  id: "abc",
  status: "over",
  rules: { id: "tuscany", name: "Tuscany", hash: "" },
  mine: [0],
  changed_at: 1000,
  asked: [],
  options: { lesson: null },
  seats: [
    { kind: "person", name: "Ana", bot: null, away: false },
    { kind: "bot", name: "porter", bot: "porter", away: false },
  ],
  result: { winners: [0], scores: [] },
} as unknown as TableInfo;
const GAME = { id: "game1", rules: "tuscany", title: "Tuscany", at: 1, seats: [], me: null, winners: [] };
const NOBODY: AccountInfo = { offered: true, account: null };
const own = (profile = ""): AccountInfo => ({
  offered: true,
  account: { name: "Ana", passkeys: [], browsers: 1, profile },
});

/** Node's, for happy-dom has none. */
const { CompressionStream, DecompressionStream } =
  await vi.importActual<Pick<typeof globalThis, "CompressionStream" | "DecompressionStream">>("node:stream/web");
const compression = { CompressionStream, DecompressionStream };

/** The answers that requests wait for, by method and path. */
let waiting: [string, (answer: unknown) => void][];

const settle = () => act(async () => void (await new Promise((done) => setTimeout(done, 5))));

async function answer(asked: string, body: unknown): Promise<void> {
  await vi.waitFor(() => expect(waiting.map(([each]) => each)).toContain(asked));
  const place = waiting.findIndex(([each]) => each === asked);
  const [[, reply]] = waiting.splice(place, 1) as [[string, (answer: unknown) => void]];
  reply(body);
  await settle();
}

const shown = () => [...document.querySelectorAll(".own-table")].map((each) => each.getAttribute("href"));
const ids = () => history.value.map(({ id }) => id);

beforeEach(() => {
  use("en", english);
  waiting = [];
  history.value = [];
  playerName.value = "";
  account.value = own();
  for (const [name, each] of Object.entries(compression)) vi.stubGlobal(name, each);
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    return new Promise((done) => waiting.push([`${method} ${path}`, (body) => done(Response.json(body))]));
  });
});
afterEach(() => {
  act(() => render(null, document.body));
  vi.unstubAllGlobals();
});

it("forgets the tables at once when the player signs out, and asks for those of the next", async () => {
  act(() => render(<OwnTables />, document.body));
  await answer("GET /api/tables", [TABLE]);
  expect(shown()).toEqual(["/r/abc"]);
  const out = signOut();
  await answer("PUT /api/account/profile", own());
  await answer("POST /api/account/sign-out", NOBODY);
  await out;
  expect([shown(), ids()]).toEqual([[], []]);
  await answer("GET /api/tables", [{ ...TABLE, id: "next" }]);
  expect([shown(), ids()]).toEqual([["/r/next"], ["next"]]);
});

it("drops the tables that were asked for before the player signed out", async () => {
  act(() => render(<OwnTables />, document.body));
  const before = playerChanges.peek();
  const out = signOut();
  await answer("PUT /api/account/profile", own());
  await answer("POST /api/account/sign-out", NOBODY);
  await out;
  await answer("GET /api/tables", [TABLE]);
  noteTables([TABLE], before);
  expect([shown(), ids()]).toEqual([[], []]);
});

it("drops the account that was asked for before the player signed out", async () => {
  addGames([{ ...GAME, completed: 0, tickets: 0, helped: false } satisfies PlayedGame]);
  const profile = await packProfile();
  const late = loadAccount();
  const out = signOut();
  await answer("PUT /api/account/profile", own());
  await answer("POST /api/account/sign-out", NOBODY);
  await out;
  await answer("GET /api/account", own(profile));
  await late;
  expect([account.value, ids()]).toEqual([NOBODY, []]);
});

it("asks for the tables again when the account is deleted, and keeps the games", async () => {
  act(() => render(<OwnTables />, document.body));
  await answer("GET /api/tables", [TABLE]);
  const gone = deleteAccount();
  await answer("DELETE /api/account", NOBODY);
  await gone;
  expect([shown(), ids()]).toEqual([[], ["abc"]]);
  await answer("GET /api/tables", [TABLE]);
  expect(shown()).toEqual(["/r/abc"]);
});
