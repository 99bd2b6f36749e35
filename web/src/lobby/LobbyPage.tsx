/** The public lobby: quick match, tables that wait for players, games to watch. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clockWords, locale, number, rulesName, seatName, t } from "../i18n";
import { go } from "../lib/router";
import { playerName } from "../lib/settings";
import { api } from "../net/api";
import { rulesInOrder } from "../net/rulesOrder";
import { Header } from "../ui/Header";
import { OwnNameField } from "../ui/NameField";
import { notifyError } from "../ui/notices";
import type { LobbyTable, Opened, RulesOffer } from "../wire";
import { followLobby, lobby } from "./publicTables";
import "../styles/lobby-page.css";

export function LobbyPage() {
  const rules = useSignal<readonly RulesOffer[]>([]);
  useEffect(() => followLobby(notifyError), []);
  useEffect(() => {
    api.rulesOffered().then((offered) => {
      rules.value = rulesInOrder(offered);
    }, notifyError);
  }, []);
  useEffect(() => {
    document.title = `${t("lobby.title")} · Ferrovia`;
  }, [locale()]);
  const info = lobby.value;
  return (
    <div class="public">
      <Header />
      <main>
        <h1>{t("lobby.title")}</h1>
        {info && !info.offered && <p>{t("lobby.none")}</p>}
        {info?.offered && rules.value.length > 0 && (
          <>
            <Quick rules={rules.value} />
            <Tables title={t("lobby.open")} none={t("lobby.open.none")} tables={info.open} rules={rules.value} />
            <Tables title={t("lobby.watch")} none={t("lobby.watch.none")} tables={info.playing} rules={rules.value} />
            <Ratings rules={rules.value} />
          </>
        )}
      </main>
    </div>
  );
}

/** Go to the table where a seat was taken. */
function enter(work: Promise<Opened>): void {
  work.then(({ table }) => go(`/t/${table.id}`), notifyError);
}

const nameOf = () => playerName.peek().trim();

/** Few, so that players find each other. */
const CLOCKS = {
  none: { kind: "none" },
  fischer: { kind: "fischer", start: 600, gain: 20 },
  days: { kind: "days", days: 1 },
} as const;
type ClockName = keyof typeof CLOCKS;
const CLOCK_NAMES: readonly ClockName[] = ["none", "fischer", "days"];

function Quick({ rules }: { rules: readonly RulesOffer[] }) {
  const chosen = useSignal(rules[0]?.id ?? "");
  const players = useSignal(2);
  const clock = useSignal<ClockName>("none");
  const offer = rules.find(({ id }) => id === chosen.value);
  const [fewest = 2, most = 2] = offer?.players ?? [];
  const counts = range(fewest, most);
  const count = counts.includes(players.value) ? players.value : (counts[0] ?? 2);
  return (
    <form
      class="panel public-quick"
      onSubmit={(event) => {
        event.preventDefault();
        const name = nameOf() || null;
        enter(api.quickMatch({ rules: chosen.value, players: count, clock: CLOCKS[clock.value], name }));
      }}
    >
      <h2>{t("lobby.quick")}</h2>
      <p class="public-words">{t("lobby.quick.words")}</p>
      <div class="public-form">
        <label>
          <span>{t("start.your-name")}</span>
          <OwnNameField placeholder={t("start.you")} />
        </label>
        <Choice
          label={t("lobby.map")}
          value={chosen.value}
          options={rules.map((each) => [each.id, rulesName(each)])}
          choose={(value) => {
            chosen.value = value;
          }}
        />
        <Choice
          label={t("lobby.players")}
          value={String(count)}
          options={counts.map((each) => [String(each), t("start.player-count", { count: each })])}
          choose={(value) => {
            players.value = Number(value);
          }}
        />
        <Choice
          label={t("lobby.clock")}
          value={clock.value}
          options={CLOCK_NAMES.map((each) => [each, t(`lobby.clock.${each}`)])}
          choose={(value) => {
            clock.value = value as ClockName;
          }}
        />
        <button type="submit" class="button primary">
          {t("lobby.quick.go")}
        </button>
      </div>
    </form>
  );
}

interface Choosing {
  label: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  choose: (value: string) => void;
}

function Choice({ label, value, options, choose }: Choosing) {
  return (
    <label>
      <span>{label}</span>
      <select class="field" value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, place) => first + place);

interface Listed {
  title: string;
  none: string;
  tables: readonly LobbyTable[];
  rules: readonly RulesOffer[];
}

function Tables({ title, none, tables, rules }: Listed) {
  return (
    <section class="panel public-tables" aria-label={title}>
      <h2>{title}</h2>
      {tables.length === 0 && <p class="public-words">{none}</p>}
      <ul>
        {tables.map((table) => (
          <Row key={table.id} table={table} rules={rules} />
        ))}
      </ul>
    </section>
  );
}

function Row({ table, rules }: { table: LobbyTable; rules: readonly RulesOffer[] }) {
  const offer = rules.find(({ id }) => id === table.rules);
  const free = table.seats.filter(({ kind }) => kind === "open").length;
  return (
    <li>
      <strong>{offer ? rulesName(offer) : table.rules}</strong>
      <span class="public-names" dir="auto">
        {table.seats.map((seat, place) =>
          seat.kind === "open" ? null : <Player key={place} seat={seat} place={place} />,
        )}
      </span>
      {table.clock.kind !== "none" && <span class="public-words">{clockWords(table.clock)}</span>}
      {table.status === "lobby" ? (
        <>
          <span class="public-words">{t("start.waiting", { count: free })}</span>
          <button type="button" class="button" onClick={() => enter(api.joinPublic(table.id, nameOf()))}>
            {t("lobby.join")}
          </button>
        </>
      ) : (
        <a class="button" href={`/t/${table.id}`}>
          {t("lobby.watch.go")}
        </a>
      )}
    </li>
  );
}

function Player({ seat, place }: { seat: LobbyTable["seats"][number]; place: number }) {
  const name = seatName({ ...seat, bot: seat.kind === "bot" ? seat.name : null }, place);
  return (
    <span>
      {name} {seat.rating !== null && <small>{number(seat.rating)}</small>}
    </span>
  );
}

function Ratings({ rules }: { rules: readonly RulesOffer[] }) {
  const own = lobby.value?.ratings ?? [];
  if (own.length === 0) return null;
  return (
    <section class="panel public-ratings" aria-labelledby="public-ratings">
      <h2 id="public-ratings">{t("lobby.ratings")}</h2>
      <ul>
        {own.map((rating) => {
          const offer = rules.find(({ id }) => id === rating.rules);
          return (
            <li key={`${rating.rules} ${rating.players}`}>
              <strong>{offer ? rulesName(offer) : rating.rules}</strong>
              <span>{t("start.player-count", { count: rating.players })}</span>
              <span>
                {number(rating.rating)}{" "}
                {t("games.rating.range", {
                  low: number(rating.rating - 2 * rating.deviation),
                  high: number(rating.rating + 2 * rating.deviation),
                })}
              </span>
              <span class="public-words">{t("lobby.games", { count: rating.games })}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
