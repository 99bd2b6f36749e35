/** The answer to a typed line. */

import { t, type Vehicle } from "../i18n";
import { readerOf } from "../play/state/reader";
import { showsAttractions } from "../play/state/sentences";
import { happeningWords } from "../narration/entryWords";
import type { TextAnswer, Part, TextSession } from "./session";
import { CardWords, Players, RouteTable, TicketTable } from "./Tables";
import { MOVES, WORDS } from "./vocabulary";

const LOGGED = 10;

export function Answered({ session }: { session: TextSession }) {
  const answer = session.answer.value;
  return (
    <div class="text-answer">
      <div role="alert">{answer?.bad && <p class="text-bad">{answer.words}</p>}</div>
      <div role="status">{answer && !answer.bad && <Shown session={session} answer={answer} />}</div>
    </div>
  );
}

function Shown({ session, answer }: { session: TextSession; answer: TextAnswer }) {
  const at = session.situation.value;
  if (!at) return null;
  return (
    <>
      {answer.words && <p>{answer.words}</p>}
      {answer.choices && (
        <ol class="text-choices">
          {answer.choices.map((move) => (
            <li key={move}>{session.inWords(move)}</li>
          ))}
        </ol>
      )}
      {answer.rows && answer.rows.length > 0 && (
        <RouteTable at={at} rows={answer.rows} names={session.play.state.names.value} caption={answer.words} />
      )}
      {answer.part && <PartShown session={session} part={answer.part} />}
    </>
  );
}

function PartShown({ session, part }: { session: TextSession; part: Part }) {
  const { play } = session;
  const at = session.situation.value;
  if (!at) return null;
  const whole = part === "table";
  return (
    <>
      {part === "help" && <Help vehicle={at.vehicle} />}
      {part === "log" && <Lately session={session} />}
      {(whole || part === "players") && (
        <Players
          at={at}
          names={play.state.names.value}
          table={play.store.table.value}
          attractions={showsAttractions(play.state)}
        />
      )}
      {(whole || part === "market") && <Named words={t("text.market")} cards={at.view.market} session={session} />}
      {(whole || part === "hand") && (
        <>
          <Named words={t("text.own-cards")} cards={at.view.hand} session={session} />
          <TicketTable at={at} tickets={at.view.tickets} caption={t("text.own-tickets")} />
        </>
      )}
    </>
  );
}

function Named({ words, cards, session }: { words: string; cards: Record<string, number>; session: TextSession }) {
  return (
    <div class="text-named">
      <span>{words}: </span>
      <CardWords cards={cards} vehicle={session.situation.value?.vehicle ?? "train"} />
    </div>
  );
}

function Lately({ session }: { session: TextSession }) {
  const reader = readerOf(session.play.state);
  const log = session.play.store.log.value;
  if (!reader) return null;
  return (
    <ul>
      {log.slice(-LOGGED).map((entry) => {
        const words = happeningWords(reader, entry, log);
        return words && <li key={entry.seq}>{words}</li>;
      })}
    </ul>
  );
}

function Help({ vehicle }: { vehicle: Vehicle }) {
  return (
    <dl class="text-help">
      {[...MOVES, ...WORDS].map((verb) => (
        <div key={verb}>
          <dt>{t(`text.example.${verb}`, { vehicle })}</dt>
          <dd>{t(`text.help.${verb}`, { vehicle })}</dd>
        </div>
      ))}
      <div>
        <dd>{t("text.help-more")}</dd>
      </div>
    </dl>
  );
}
