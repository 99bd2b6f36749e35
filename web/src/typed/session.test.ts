import { beforeAll, expect, it } from "vitest";
import english from "../i18n/en";
import { t, use } from "../i18n";
import { fakeTable } from "../play/testing/fakeTable";
import { TextSession } from "./session";

beforeAll(() => use("en", english));

const LEGAL = { moves: ["take red", "draw"], claims: {} };

/** What the server reads in the lines of these tests. */
const READINGS = {
  moves: { verb: "moves", moves: ["take red", "draw"] },
  draw: { verb: "draw", moves: ["draw"], certain: true },
  "1": { number: 1 },
  "2": { number: 2 },
  hint: { verb: "hint" },
  yes: { verb: "yes" },
  undo: { verb: "undo" },
  hand: { verb: "hand" },
  "take locomotive": { verb: "take", moves: ["take locomotive"], certain: true },
  nonsense: { problem: "unknown", about: "nonsense" },
  "take mauve": { verb: "take", problem: "which-card" },
};

function begin() {
  const table = fakeTable(LEGAL);
  Object.assign(table.readings, READINGS);
  return { ...table, session: new TextSession(table.play) };
}

it("plays a move by its number", async () => {
  const { session, sent } = begin();
  await session.obey("moves");
  await session.obey("2");
  expect(sent).toEqual(["draw"]);
});

it("forgets the numbers of a list when a move is taken back", async () => {
  const { session, sent } = begin();
  await session.obey("moves");
  await session.obey("undo");
  await session.obey("1");
  expect(sent).toEqual(["take-back"]);
  expect(session.answer.value?.bad).toBe(true);
});

it("forgets advice when a move is taken back", async () => {
  const { session, sent, answer } = begin();
  answer.value = {
    message: "hint",
    id: "1",
    seat: 0,
    seq: 1,
    move: "draw",
    facts: [{ code: "tickets-done" }],
    reason: { code: "nothing" },
  };
  await session.obey("hint");
  expect(session.answer.value?.words).toContain(t("hints.tickets-done"));
  answer.value = { message: "accepted", id: "2", seq: 2 };
  await session.obey("undo");
  await session.obey("yes");
  expect(sent).toEqual(["hint", "take-back"]);
});

it.each(["draw", "2", "hint", "undo"])("says that nothing is sent while the connection is lost: %s", async (line) => {
  const { session, sent, store } = begin();
  await session.obey("moves");
  store.status.value = "lost";
  await session.obey(line);
  expect(sent).toEqual([]);
  expect(session.answer.value).toMatchObject({
    bad: true,
    words: expect.stringContaining("nothing was sent") as string,
  });
  store.status.value = "live";
  await session.obey("2");
  expect(sent).toEqual(["draw"]); // nothing from before
});

it("answers what it knows itself while the connection is lost", async () => {
  const { session, store } = begin();
  store.status.value = "lost";
  await session.obey("hand");
  expect(session.answer.value).toMatchObject({ part: "hand" });
});

it("asks why a move is not allowed, and never tries it", async () => {
  const { session, sent, questions, refusal } = begin();
  refusal.value = { code: "card-not-shown", rule: "2.1", parameters: { card: "blue" } };
  await session.obey("take locomotive");
  expect(questions).toEqual(["take locomotive"]);
  expect(sent).toEqual([]);
  expect(session.answer.value?.bad).toBe(true);
});

it("says what was not understood", async () => {
  const { session, sent } = begin();
  await session.obey("nonsense");
  expect(session.answer.value).toMatchObject({ bad: true, words: expect.stringContaining("“nonsense”") as string });
  await session.obey("take mauve");
  expect(session.answer.value?.words).toMatch(/^Which card\? .*red/);
  expect(sent).toEqual([]);
});
