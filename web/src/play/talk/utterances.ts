/** What players say to each other, shown at their seats for some seconds. */

import { signal } from "@preact/signals";
import { play as cue } from "../../sound/sounds";
import type { Emote, Happening, Phrase, Utterance } from "../../wire";
import { isMuted } from "../state/muted";
import type { Play } from "../state/play";

export const EMOTES: readonly Emote[] = ["smile", "laugh", "wow", "sad", "angry", "heart", "applause", "coffee"];
export const PHRASES: readonly Phrase[] = [
  "hello",
  "good-luck",
  "well-played",
  "thanks",
  "sorry",
  "oops",
  "hurry",
  "moment",
  "again",
  "bye",
];

export interface Said {
  seat: number;
  what: Utterance;
  /** Of the log entry. */
  seq: number;
}

const SECONDS = 5;

/** The latest of each seat, while it is shown. */
export const said = signal<readonly Said[]>([]);

export function isEmote(what: Utterance): what is Emote {
  return EMOTES.some((each) => each === what);
}

/** Whether there is anyone to talk to: another person at another screen. */
export function hasCompany(play: Play): boolean {
  const table = play.store.table.value;
  return (
    table !== null &&
    table.mine.length > 0 &&
    table.seats.some(({ kind }, seat) => kind === "person" && !table.mine.includes(seat))
  );
}

/** Listen to the table; returns a function that stops. */
export function followTalk(play: Play): () => void {
  said.value = [];
  const stop = play.store.watch((sights) => {
    for (const happening of sights[0]?.happenings ?? []) hear(play, happening);
  });
  return () => {
    stop();
    said.value = [];
  };
}

function hear(play: Play, { kind, seat, seq, values }: Happening): void {
  if (kind !== "say" || !values.phrase || seat === null || isMuted(play.store.id, seat)) return;
  said.value = [...said.peek().filter((each) => each.seat !== seat), { seat, what: values.phrase, seq }];
  if (!play.store.mine.peek().includes(seat)) cue("talk");
  setTimeout(() => {
    said.value = said.peek().filter((each) => each.seq !== seq);
  }, SECONDS * 1000);
}
