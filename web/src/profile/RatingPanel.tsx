/** The player's rating with its interval on the scale of the bots, and the streaks. */

import { botName, number, t } from "../i18n";
import type { BotOffer } from "../wire";
import { history, won } from "./history";
import { streaksOf } from "./milestones";
import { type Rating, ratingOf, strengthsOf } from "./rating";
import "../styles/games/rating.css";

/** Fewer games say next to nothing. */
const ENOUGH = 3;
const AVERAGE = 1500;

export function RatingPanel({ bots }: { bots: readonly BotOffer[] }) {
  const games = history.value;
  const rating = ratingOf(games, strengthsOf(bots));
  const streaks = streaksOf(games);
  const own = games.filter(({ me }) => me !== null);
  return (
    <section class="games-rating panel" aria-labelledby="rating-title">
      <h2 id="rating-title">{t("games.rating")}</h2>
      {rating && rating.games >= ENOUGH ? (
        <Known rating={rating} bots={bots} />
      ) : (
        <p class="games-words">{t("games.rating.soon", { count: ENOUGH - (rating?.games ?? 0) })}</p>
      )}
      <dl class="games-numbers">
        <Figure words={t("games.played")} value={games.length} />
        <Figure words={t("games.won")} value={own.filter(won).length} />
        <Figure words={t("games.streak")} value={streaks.current} />
        <Figure words={t("games.streak.longest")} value={streaks.longest} />
      </dl>
    </section>
  );
}

function Figure({ words, value }: { words: string; value: number }) {
  return (
    <div>
      <dd>{number(value)}</dd>
      <dt>{words}</dt>
    </div>
  );
}

function Known({ rating, bots }: { rating: Rating; bots: readonly BotOffer[] }) {
  return (
    <>
      <p class="games-elo">
        <strong>{rating.elo}</strong>
        <span>{t("games.rating.range", { low: String(rating.low), high: String(rating.high) })}</span>
      </p>
      <Scale rating={rating} bots={bots} />
      <p class="games-words">{t("games.rating.words", { count: rating.games })}</p>
    </>
  );
}

/** The interval beside the bots, each at the average of its measured strengths. */
function Scale({ rating, bots }: { rating: Rating; bots: readonly BotOffer[] }) {
  const marks = bots.map(({ name, elo }) => ({ name, at: AVERAGE + mean(Object.values(elo)) }));
  const least = Math.min(rating.low, ...marks.map(({ at }) => at)) - 50;
  const most = Math.max(rating.high, ...marks.map(({ at }) => at)) + 50;
  const part = (elo: number) => `${(100 * (elo - least)) / (most - least)}%`;
  return (
    <div class="games-scale" aria-hidden="true">
      <span class="games-scale-range" style={{ left: part(rating.low), right: `calc(100% - ${part(rating.high)})` }} />
      <span class="games-scale-me" style={{ left: part(rating.elo) }} />
      {marks.map(({ name, at }, place) => (
        <span key={name} class={`games-scale-bot ${place % 2 ? "below" : ""}`} style={{ left: part(at) }}>
          {botName(name)}
        </span>
      ))}
    </div>
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
}
