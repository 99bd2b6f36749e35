/** The log, latest entry last, with cards as symbols. */

import { computed, useComputed } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { SeatMark } from "../../board/pieces/symbols";
import { attemptBefore, chosenWords, entryWords } from "../../narration/entryWords";
import { language, t } from "../../i18n";
import { later } from "../../lib/later";
import { memo } from "../../lib/memo";
import { steady } from "../../lib/steady";
import { type Renderer, type Narrated, tellEach } from "../../narration/moveWords";
import type { Happening } from "../../wire";
import { CardWord } from "./CardRow";
import { isMuted } from "../state/muted";
import type { Play } from "../state/play";
import { readerOf } from "../state/reader";
import { vehicleOf } from "../state/sentences";

type Shown = ComponentChildren;

/** A heading marks the news since the player's last turn; spectators have none. */
export const Log = later(function Log({ play }: { play: Play }) {
  const list = useRef<HTMLOListElement>(null);
  const log = play.store.log.value.filter(({ kind, seat }) => kind !== "say" || !isMuted(play.store.id, seat));
  const pages = usePages(log);
  const news = useComputed((): ReadonlySet<number> => new Set(play.state.news.value.map(({ seq }) => seq))).value;
  const first = play.state.news.value[0]?.seq;
  useEffect(() => showSoon(list), [log.length, first, play.state.tab.value, language.value]);
  return (
    <section class="log" aria-label={t("play.log")}>
      <h2 class="small-title">{t("play.log")}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a keyboard must reach it */}
      <ol ref={list} class="log-lines" tabIndex={0} aria-label={t("play.log")}>
        {pages.map((page) => {
          const fresh = page.some(({ seq }) => news.has(seq)) ? news : NO_NEWS;
          return <Page key={page[0]?.seq} play={play} page={page} news={fresh} />;
        })}
      </ol>
    </section>
  );
});

/** A page of the log does not change once it is full: of a long log only the end is looked through for each move. */
const PAGE = 10;
const NO_NEWS: ReadonlySet<number> = new Set();

function usePages(log: readonly Happening[]): readonly (readonly Happening[])[] {
  const kept = useRef<ReturnType<typeof steady<Happening>>[]>([]);
  const count = Math.ceil(log.length / PAGE);
  return Array.from({ length: count }, (_, page) => {
    const keep = (kept.current[page] ??= steady<Happening>());
    return keep(log.slice(page * PAGE, (page + 1) * PAGE));
  });
}

interface PageProps {
  play: Play;
  page: readonly Happening[];
  /** Entries since the player's last turn. */
  news: ReadonlySet<number>;
}

const Page = memo(function Page({ play, page, news }: PageProps) {
  const [first] = news;
  return (
    <>
      {page.flatMap((happening) => [
        happening.seq === first && (
          <li key="since" class="log-since">
            {t("play.since")}
          </li>
        ),
        <Entry key={happening.seq} play={play} happening={happening} recent={news.has(happening.seq)} />,
      ])}
    </>
  );
});

/** After the next frame's layout: asking for places before it would lay out the page once more. */
function showSoon(list: RefObject<HTMLOListElement | null>): (() => void) | undefined {
  if (!list.current || typeof ResizeObserver === "undefined") return undefined;
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    showNews(list.current);
  });
  observer.observe(list.current);
  return () => observer.disconnect();
}

/** Pixels at the upper edge in which a line that is half scrolled away fades (log.css). */
const FADING = 9;

/** Scroll to the end; if the news do not fit, to their heading. */
function showNews(list: HTMLOListElement | null): void {
  const heading = list?.querySelector<HTMLElement>(".log-since");
  if (list)
    list.scrollTop = Math.min(
      list.scrollHeight,
      heading ? heading.offsetTop - list.offsetTop - FADING : Number.POSITIVE_INFINITY,
    );
}

interface EntryProps {
  play: Play;
  happening: Happening;
  /** Since the player's last turn. */
  recent: boolean;
}

const Entry = memo(function Entry({ play, happening, recent }: EntryProps) {
  const lines = useMemo(() => computed(() => tellHappening(play, happening, play.store.log.peek())), [play, happening]);
  return (
    <>
      {lines.value.map(({ seat = happening.seat, words }, line) => (
        <li key={line} class={`log-${happening.kind} ${recent ? "recent" : ""}`}>
          {seat !== null && <SeatMark seat={seat} />}
          <span>{words}</span>
        </li>
      ))}
    </>
  );
});

/** One entry as sentences with symbols; those without a subject belong to the seat of the entry. */
export function tellHappening(play: Play, happening: Happening, log: readonly Happening[]): Narrated<Shown>[] {
  const reader = readerOf(play.state);
  if (!reader) return [];
  if (happening.kind === "move") {
    const sentences = tellEach<Shown>(reader, happening.events, inPictures(play), attemptBefore(happening, log));
    return sentences.length > 0 ? sentences : [{ seat: undefined, words: [chosenWords(reader, happening.seat)] }];
  }
  const words = entryWords(reader, happening);
  return words === null ? [] : [{ seat: undefined, words: [words] }];
}

function inPictures(play: Play): Renderer<Shown> {
  const vehicle = vehicleOf(play.state);
  return {
    card: (colour) => <CardWord colour={colour} vehicle={vehicle} />,
    cards: (cards) =>
      cards.length > 0
        ? cards.map(([colour, count]) => <CardWord key={colour} colour={colour} count={count} vehicle={vehicle} />)
        : "–",
    route: (name) => <b>{name}</b>,
    ticket: (name) => <b>{name}</b>,
    player: (name) => <b dir="auto">{name}</b>,
  };
}
