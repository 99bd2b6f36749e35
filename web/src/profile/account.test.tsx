import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import english from "../i18n/en";
import { use } from "../i18n";
import { playerName } from "../lib/settings";
import type { AccountInfo } from "../wire";
import { account, deleteAccount, keepProfile, loadAccount, signOut, UnsavedGames } from "./account";
import { AccountPanel } from "./AccountPanel";
import { addGames, history, noteTables, type PlayedGame, playerChanges } from "./history";
import { OwnTables } from "./OwnTables";
import { finishedTable } from "./testing/finishedTable";
import { packProfile, profileText, unpackProfile } from "./transfer";

const GAME: PlayedGame = {
  id: "game1",
  rules: "tuscany",
  title: "Tuscany",
  at: 1,
  seats: [],
  me: null,
  winners: [],
  completed: 0,
  tickets: 0,
  helped: false,
};
const SAVE = "PUT /api/account/profile";
const LEAVE = "POST /api/account/sign-out";
const REFUSED = { code: "not-signed-in", parameters: {} };
const NOBODY: AccountInfo = { offered: true, account: null };
const own = (profile = ""): AccountInfo => ({
  offered: true,
  account: { name: "Ana", passkeys: [], browsers: 1, profile },
});

/** Node's, for happy-dom has none. */
const { CompressionStream, DecompressionStream } =
  await vi.importActual<Pick<typeof globalThis, "CompressionStream" | "DecompressionStream">>("node:stream/web");
const compression = { CompressionStream, DecompressionStream };

interface Asked {
  what: string;
  body: string;
  reply: (answer: Response | Error) => void;
}
/** The requests that wait for an answer. */
let waiting: Asked[];

const settle = () => act(async () => void (await new Promise((done) => setTimeout(done, 5))));

async function asked(what: string): Promise<Asked> {
  return vi.waitFor(
    () => {
      const found = waiting.find((each) => each.what === what);
      if (!found) throw new Error(`${what} was not asked for`);
      return found;
    },
    { timeout: 5000 },
  );
}

async function answer(what: string, body: unknown, status = 200): Promise<void> {
  const found = await asked(what);
  waiting = waiting.filter((each) => each !== found);
  found.reply(body instanceof Error ? body : Response.json(body, { status }));
  await settle();
}

/** The panel of an account that has the browser's profile. */
async function openPanel(): Promise<void> {
  const profile = await packProfile();
  act(() => render(<AccountPanel />, document.body));
  await answer("GET /api/account", own(profile));
  await vi.waitFor(() => expect(account.value).toEqual(own(profile)));
  await settle();
}

/** The profile that a request saves. */
async function savedBy({ body }: Asked): Promise<{ name: string; games: PlayedGame[] }> {
  const { profile } = JSON.parse(body) as { profile: string };
  return JSON.parse(await unpackProfile(profile)) as { name: string; games: PlayedGame[] };
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
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
    return new Promise((done, fail) => {
      const reply = (found: Response | Error) => (found instanceof Error ? fail(found) : done(found));
      waiting.push({ what: `${method} ${path}`, body: String(body), reply });
    });
  });
});
afterEach(() => {
  account.value = null;
  act(() => render(null, document.body));
  vi.unstubAllGlobals();
});

it("forgets the tables at once when the player signs out, and asks for those of the next", async () => {
  act(() => render(<OwnTables />, document.body));
  await answer("GET /api/tables", [finishedTable]);
  expect(shown()).toEqual(["/r/abc"]);
  const out = signOut();
  await answer(SAVE, own());
  await answer(LEAVE, NOBODY);
  await out;
  expect([shown(), ids()]).toEqual([[], []]);
  await answer("GET /api/tables", [{ ...finishedTable, id: "next" }]);
  expect([shown(), ids()]).toEqual([["/r/next"], ["next"]]);
});

it("drops the tables that were asked for before the player signed out", async () => {
  act(() => render(<OwnTables />, document.body));
  const before = playerChanges.peek();
  const out = signOut();
  await answer(SAVE, own());
  await answer(LEAVE, NOBODY);
  await out;
  await answer("GET /api/tables", [finishedTable]);
  noteTables([finishedTable], before);
  expect([shown(), ids()]).toEqual([[], []]);
});

it("drops the account that was asked for before the player signed out", async () => {
  addGames([GAME]);
  const profile = await packProfile();
  const late = loadAccount();
  const out = signOut();
  await answer(SAVE, own());
  await answer(LEAVE, NOBODY);
  await out;
  await answer("GET /api/account", own(profile));
  await late;
  expect([account.value, ids()]).toEqual([NOBODY, []]);
});

it("asks for the tables again when the account is deleted, and keeps the games", async () => {
  act(() => render(<OwnTables />, document.body));
  await answer("GET /api/tables", [finishedTable]);
  const gone = deleteAccount();
  await answer("DELETE /api/account", NOBODY);
  await gone;
  expect([shown(), ids()]).toEqual([[], ["abc"]]);
  await answer("GET /api/tables", [finishedTable]);
  expect(shown()).toEqual(["/r/abc"]);
});

it("saves a name when it is written, not its letters, and one save after the other", async () => {
  await openPanel();
  for (const name of ["A", "An", "Ana"]) act(() => void (playerName.value = name));
  const first = await asked(SAVE);
  expect((await savedBy(first)).name).toBe("Ana");
  act(() => void (playerName.value = "Anna"));
  const kept = keepProfile();
  await settle();
  expect(waiting.map(({ what }) => what)).toEqual([SAVE]);
  await answer(SAVE, own());
  expect((await savedBy(await asked(SAVE))).name).toBe("Anna");
  await answer(SAVE, own());
  await kept;
  await keepProfile();
  expect(waiting).toEqual([]);
});

it("does not save what the account has", async () => {
  addGames([GAME]);
  const late = loadAccount();
  await answer("GET /api/account", own(await packProfile()));
  await late;
  expect(waiting).toEqual([]);
});

it("shows who is signed out elsewhere that they are, and keeps their games", async () => {
  await openPanel();
  act(() => void addGames([GAME]));
  await answer(SAVE, REFUSED, 401);
  expect([account.value, ids()]).toEqual([NOBODY, ["game1"]]);
});

it.each([
  ["no answer", new TypeError("no network")],
  ["a refusal", { code: "failed", parameters: {} }],
])("signs out after %s to saving; games that would be lost are asked about", async (_, failure) => {
  vi.stubGlobal("PublicKeyCredential", () => undefined);
  await openPanel();
  const press = (name: string) =>
    act(() => [...document.querySelectorAll("button")].find((each) => each.textContent === name)?.click());
  press("Sign out");
  await answer(LEAVE, REFUSED, 401); // nothing to save, and signed out already
  expect(account.value).toEqual(NOBODY);

  account.value = own();
  addGames([GAME]);
  await settle();
  press("Sign out");
  await answer(SAVE, failure, 500);
  expect(document.querySelector("[role=alert]")?.textContent).toContain("they are lost");
  expect([account.value, ids()]).toEqual([own(), ["game1"]]);
  press("Sign out anyway");
  await answer(SAVE, failure, 500);
  await answer(LEAVE, NOBODY);
  expect([account.value, ids(), profileText()]).toEqual([NOBODY, [], expect.stringContaining('"name":""')]);
});

it("signs out without a question if only the name could not be saved", async () => {
  addGames([GAME]);
  const late = loadAccount();
  await answer("GET /api/account", own(await packProfile()));
  await late;
  playerName.value = "Ana";
  const out = signOut();
  await answer(SAVE, new TypeError("no network"));
  await answer(LEAVE, NOBODY);
  await expect(out).resolves.toBeUndefined();
  account.value = own();
  addGames([{ ...GAME, id: "game2" }]);
  const again = expect(signOut()).rejects.toThrow(UnsavedGames);
  await answer(SAVE, new TypeError("no network"));
  await again;
});
