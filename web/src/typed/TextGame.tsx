/** Text mode: headings, tables and a command line, for screen readers and keyboard players. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { textMode } from "../lib/settings";
import { Actions } from "../final/Actions";
import { ScoreTable } from "../final/ScoreTable";
import { winnersText } from "../final/Winners";
import { cardWords, rulesName, t } from "../i18n";
import { Coaching } from "../play/lazyParts";
import { readerOf } from "../play/state/reader";
import type { Play } from "../play/state/play";
import { showsAttractions, vehicleOf, whatToDo } from "../play/state/sentences";
import { drawnLast } from "../play/state/recent";
import type { Happening } from "../wire";
import { Answered } from "./Answered";
import { happeningWords } from "../narration/entryWords";
import { TextSession } from "./session";
import { CardWords, Players, RouteTable, TicketTable } from "./Tables";
import { rowsOf } from "./routes";
import { useAnnouncement } from "./announcing";
import "../styles/text.css";

export function TextGame({ play }: { play: Play }) {
  const session = useMemo(() => new TextSession(play), [play, play.store.seat.value]); // one session per player
  const table = play.store.table.value;
  if (!table || !session.situation.value) return null;
  return (
    <main class="text-game">
      <h1>{t("text.title", { rules: rulesName(table.rules) })}</h1>
      <p>
        <button type="button" class="button" onClick={() => (textMode.value = false)}>
          {t("text.leave")}
        </button>{" "}
        <a class="button" href="/">
          {t("text.home")}
        </a>{" "}
        {table.watching > 0 && !play.state.watching.value && (
          <span class="text-watched">{t("play.spectators", { count: table.watching })}</span>
        )}
      </p>
      <Coaching play={play} inText />
      <Latest play={play} />
      <Turn play={play} session={session} />
      <Sections session={session} />
    </main>
  );
}

/** The command line; on a shared screen, the hand-over. */
function Turn({ play, session }: { play: Play; session: TextSession }) {
  const next = play.state.handing.value;
  if (play.store.table.value?.result) return <Result play={play} />;
  if (play.state.veiled.value) return <Curtain key={play.store.seat.value} play={play} />;
  return next === null ? <Typing session={session} /> : <HandOver play={play} next={next} />;
}

/** Live region: the last event, then what to do. */
function Latest({ play }: { play: Play }) {
  const words = useAnnouncement(play);
  const next = whatToDo(play.state);
  return (
    <section class="text-now">
      <h2>{t("text.now")}</h2>
      <p class="text-latest" aria-live="polite" aria-atomic="true">
        {words.value}
      </p>
      {!words.value.includes(next) && <p class="text-do">{next}</p>}
    </section>
  );
}

function Typing({ session }: { session: TextSession }) {
  const line = useSignal("");
  const back = useRef(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  function recall(event: KeyboardEvent): void {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    back.current = Math.min(Math.max(0, back.current + by), session.lines.length);
    line.value = back.current === 0 ? "" : (session.lines.at(-back.current) ?? "");
  }
  return (
    <section>
      <h2>{t("text.command")}</h2>
      <form
        class="text-form"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = line.value;
          line.value = "";
          back.current = 0;
          void session.obey(typed);
        }}
      >
        <label for="text-line">{t("text.line")}</label>
        <input
          ref={input}
          id="text-line"
          type="text"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby="text-line-help"
          value={line.value}
          onInput={(event) => (line.value = event.currentTarget.value)}
          onKeyDown={recall}
        />
        <button type="submit" class="button primary">
          {t("text.do")}
        </button>
      </form>
      <p id="text-line-help" class="text-hint">
        {t("text.line-help")}
      </p>
      <Answered session={session} />
    </section>
  );
}

/** A player learns the drawn card before handing over the screen. */
function HandOver({ play, next }: { play: Play; next: number }) {
  const card = drawnLast(play.store.log.value, play.store.seat.value);
  return (
    <section>
      <h2>{t("play.drawn", { card: card ? cardWords(card, 1, vehicleOf(play.state)) : "" })}</h2>
      <FocusedButton
        words={t("play.curtain", { name: play.state.names.value[next] ?? "" })}
        onClick={() => play.state.handOver()}
      />
    </section>
  );
}

/** The button is one tab stop away: one key press too many must not reveal the next player's cards. */
function Curtain({ play }: { play: Play }) {
  const name = play.state.names.value[play.store.seat.value] ?? "";
  return (
    <section>
      <FocusedHeading words={t("text.curtain", { name })} />
      <button type="button" class="button primary" onClick={() => play.state.liftCurtain()}>
        {t("text.lift", { name })}
      </button>
    </section>
  );
}

/** Focused at once, as the only thing to do. */
function FocusedButton({ words, onClick }: { words: string; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button ref={button} type="button" class="button primary" onClick={onClick}>
      {words}
    </button>
  );
}

/** Announced when the focused element has disappeared. */
function FocusedHeading({ words }: { words: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {words}
    </h2>
  );
}

function Result({ play }: { play: Play }) {
  const [table, rules] = [play.store.table.value, play.store.rules.value];
  if (!table?.result || !rules) return null;
  return (
    <section>
      <FocusedHeading words={winnersText(table.result, play.state.names.value)} />
      <ScoreTable
        result={table.result}
        names={play.state.names.value}
        board={rules.board}
        vehicle={rules.vehicle}
        mine={table.mine}
      />
      <Actions table={table} takeBack={() => play.store.takeBack()} show={null} />
    </section>
  );
}

/** All information, each under its heading. */
function Sections({ session }: { session: TextSession }) {
  const { play } = session;
  const at = session.situation.value;
  if (!at) return null;
  const { view } = at;
  const names = play.state.names.value;
  const offering = view.offer.length > 0;
  return (
    <>
      {offering && (
        <section>
          <h2>{t("text.offered")}</h2>
          <TicketTable at={at} tickets={view.offer} numbered caption={t("text.offered")} />
        </section>
      )}
      {view.seat >= 0 && !play.state.veiled.value && (
        <section>
          <h2>{t("text.own-cards")}</h2>
          <CardWords cards={view.hand} vehicle={at.vehicle} />
          <h3>{t("text.own-tickets")}</h3>
          <TicketTable at={at} tickets={view.tickets} caption={t("text.own-tickets")} />
        </section>
      )}
      <section>
        <h2>{t("text.market")}</h2>
        <CardWords cards={view.market} vehicle={at.vehicle} />
        <p>{t("text.decks", { cards: view.deck_size, tickets: view.ticket_deck })}</p>
      </section>
      <section>
        <h2>{t("text.players")}</h2>
        <Players at={at} names={names} table={play.store.table.value} attractions={showsAttractions(play.state)} />
      </section>
      <section>
        <h2>{t("text.log")}</h2>
        <TextLog play={play} />
      </section>
      <section>
        <h2>{t("text.routes")}</h2>
        <RouteTable at={at} rows={rowsOf(at)} names={names} caption={t("text.routes")} />
      </section>
    </>
  );
}

/** Latest first, since a screen reader starts at the top. */
function TextLog({ play }: { play: Play }) {
  const reader = readerOf(play.state);
  const log: readonly Happening[] = play.state.veiled.value ? [] : play.store.log.value;
  if (!reader) return null;
  const entries = log
    .map((each) => ({ seq: each.seq, words: happeningWords(reader, each, log) }))
    .filter(({ words }) => words);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a keyboard must reach it
    <div class="text-log" role="log" aria-live="off" tabIndex={0} aria-label={t("text.log")}>
      <ol reversed>
        {entries.toReversed().map(({ seq, words }) => (
          <li key={seq}>{words}</li>
        ))}
      </ol>
    </div>
  );
}
