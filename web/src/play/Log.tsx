/** What happened, the latest last, with cards as symbols. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { SeatMark } from "../board/symbols";
import { botName, t } from "../language/language";
import { type Reader, type Show, type Told, tellEach } from "../common/telling";
import type { Happening } from "../wire";
import { CardWord } from "./CardRow";
import type { Play } from "./play";
import { vehicleOf } from "./sentences";

type Shown = ComponentChildren;

export function Log({ play }: { play: Play }) {
  const list = useRef<HTMLOListElement>(null);
  const log = play.store.log.value;
  useLayoutEffect(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [log.length, play.tab.value]);
  return (
    <section class="log" aria-label={t("play.log")}>
      <h2 class="small-title">{t("play.log")}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: whoever has no pointer needs to get there */}
      <ol ref={list} class="log-lines" tabIndex={0} aria-label={t("play.log")}>
        {log.flatMap((happening, index) => lines(play, happening, log, index))}
      </ol>
    </section>
  );
}

function lines(play: Play, happening: Happening, log: readonly Happening[], index: number) {
  return tellHappening(play, happening, log, index).map(({ seat = happening.seat, words }, line) => (
    <li key={`${happening.seq} ${line}`} class={`log-${happening.kind}`}>
      {seat !== null && <SeatMark seat={seat} />}
      <span>{words}</span>
    </li>
  ));
}

/** One entry as sentences with pictures in them; those that are about nobody go with whoever made the entry. */
function tellHappening(play: Play, happening: Happening, log: readonly Happening[], index: number): Told<Shown>[] {
  const reader = readerOf(play);
  if (!reader) return [];
  if (happening.kind === "move") {
    const told = tellEach<Shown>(reader, happening.events, inPictures(play), attemptBefore(happening, log, index));
    return told.length > 0 ? told : [{ seat: undefined, words: [chosenWords(play, happening)] }];
  }
  return SILENT.has(happening.kind) ? [] : [{ seat: undefined, words: [entryWords(play, happening)] }];
}

/** Links and the opening of a table are the lobby's business. */
const SILENT = new Set(["open", "link"]);

function attemptBefore(happening: Happening, log: readonly Happening[], index: number): Happening["events"] {
  const claims = happening.events.some(({ kind }) => kind === "claimed");
  const attempts = happening.events.some(({ kind }) => kind === "attempted");
  if (!claims || attempts) return [];
  const before = log.slice(0, index).findLast(({ kind, seat }) => kind === "move" && seat === happening.seat);
  return before?.events.some(({ kind }) => kind === "attempted") ? before.events : [];
}

export function readerOf(play: Play): Reader | null {
  const rules = play.store.rules.value;
  const seat = play.store.seat.value;
  return rules && { board: rules.board, vehicle: rules.vehicle, names: play.names.value, me: play.hotSeat.value ? null : seat };
}

function inPictures(play: Play): Show<Shown> {
  const vehicle = vehicleOf(play);
  return {
    card: (colour) => <CardWord colour={colour} vehicle={vehicle} />,
    cards: (cards) =>
      cards.length > 0 ? cards.map(([colour, count]) => <CardWord key={colour} colour={colour} count={count} vehicle={vehicle} />) : "–",
    route: (name) => <b>{name}</b>,
    ticket: (name) => <b>{name}</b>,
    player: (name) => <b>{name}</b>,
  };
}

/** A move of which nothing may be known: in the opening all choose in secret. */
function chosenWords(play: Play, { seat }: Happening): string {
  const who = !play.hotSeat.value && seat === play.store.seat.value ? "me" : "other";
  return t("play.chose", { who, name: (seat !== null && play.names.value[seat]) || "" });
}

function entryWords(play: Play, { kind, seat, values }: Happening): string {
  const name = seat === null ? "" : (play.names.value[seat] ?? "");
  return t(`entries.${kind}`, {
    who: !play.hotSeat.value && seat === play.store.seat.value ? "me" : "other",
    name,
    bot: values.bot ? botName(values.bot) : "none",
    why: values.why ?? "gone",
    phrase: values.phrase ? t(`phrases.${values.phrase}`) : "",
  });
}
