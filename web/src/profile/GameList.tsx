/** Every finished game, latest first, each with its replay. */

import { useSignal } from "@preact/signals";
import { botName, date, listed, number, numbered, personName, rulesName, t } from "../i18n";
import { type PlayedGame, won } from "./history";
import "../styles/games/list.css";

const FEW = 20;

export function GameList({ games }: { games: readonly PlayedGame[] }) {
  const all = useSignal(false);
  return (
    <section class="games-list panel" aria-labelledby="games-title">
      <h2 id="games-title">{t("games.history")}</h2>
      {games.length === 0 ? (
        <p class="games-words">{t("games.none")}</p>
      ) : (
        <ul>
          {games.slice(0, all.value ? games.length : FEW).map((game) => (
            <Row key={game.id} game={game} />
          ))}
        </ul>
      )}
      {games.length > FEW && !all.value && (
        <button type="button" class="button" onClick={() => (all.value = true)}>
          {t("start.own-all", { count: games.length })}
        </button>
      )}
    </section>
  );
}

function Row({ game }: { game: PlayedGame }) {
  const victory = won(game);
  const others = game.seats.flatMap((seat, place) =>
    place === game.me ? [] : [seat.bot === null ? personName(seat.name, place) : botName(seat.bot)],
  );
  return (
    <li>
      <a class="game-row" href={`/r/${game.id}`}>
        <span class={`game-mark ${victory ? "won" : ""}`}>{outcome(game)}</span>
        <strong>{rulesName({ id: game.rules, name: game.title })}</strong>
        <span class="game-others" dir="auto">
          {listed(numbered(others))}
        </span>
        <span class="game-points">{pointsOf(game)}</span>
        <span class="game-date">
          {date(game.at)}
          {game.helped && ` · ${t("games.helped")}`}
        </span>
      </a>
    </li>
  );
}

function outcome(game: PlayedGame): string {
  const victory = won(game);
  return victory === null ? t("start.own-alone") : t(victory ? "games.row.won" : "games.row.lost");
}

/** The own points first. */
function pointsOf({ seats, me }: PlayedGame): string {
  const own = me === null ? [] : [seats[me]];
  const others = seats.filter((_, place) => place !== me).sort((one, other) => other.points - one.points);
  return [...own, ...others].map((seat) => number(seat?.points ?? 0)).join(" : ");
}
