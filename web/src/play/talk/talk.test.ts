import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Happening, Utterance } from "../../wire";
import { mute } from "../state/muted";
import { fakeTable } from "../testing/fakeTable";
import { followTalk, hasCompany, isEmote, said } from "./utterances";

vi.mock("../../sound/sounds", () => ({ play: (cue: string) => heard.push(cue) }));
const heard: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  heard.length = 0;
});
afterEach(() => vi.useRealTimers());

function says(seq: number, seat: number, phrase: Utterance): Happening {
  return { seq, kind: "say", seat, number: 0, at: 0, values: { phrase }, events: [] };
}

it("shows the latest word of each seat for some seconds, and rings for those of others", () => {
  const { play, happens } = fakeTable(null);
  const stop = followTalk(play);
  happens(says(2, 1, "smile"), says(3, 0, "hello"));
  happens(says(4, 1, "oops"));
  expect(said.value.map(({ seat, what }) => [seat, what])).toEqual([
    [0, "hello"],
    [1, "oops"],
  ]);
  expect(heard).toEqual(["talk", "talk"]);
  vi.advanceTimersByTime(10_000);
  expect(said.value).toEqual([]);
  stop();
  happens(says(5, 1, "bye"));
  expect(said.value).toEqual([]);
});

it("neither shows nor rings for players who are muted", () => {
  const { play, happens } = fakeTable(null);
  const stop = followTalk(play);
  mute("abc", 1, true);
  happens(says(2, 1, "angry"));
  expect([said.value, heard]).toEqual([[], []]);
  mute("abc", 1, false);
  happens(says(3, 1, "angry"));
  expect(said.value).toHaveLength(1);
  stop();
});

it("tells pictures from words, and company from solitude", () => {
  expect([isEmote("coffee"), isEmote("hello")]).toEqual([true, false]);
  expect(hasCompany(fakeTable(null).play)).toBe(true);
  expect(hasCompany(fakeTable(null, [0, 1]).play)).toBe(false);
});
