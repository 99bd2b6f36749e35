/** A railway line for each map, with a station for each level: reached ones are filled, the next one can be played. */

import { botName, number, rulesName, t } from "../i18n";
import type { RulesOffer } from "../wire";
import { history } from "./history";
import { type Earned, type Line, lineOf } from "./milestones";
import "../styles/games/journey.css";

export function Journey({ rules, levels }: { rules: readonly RulesOffer[]; levels: readonly string[] }) {
  return (
    <section class="games-journey panel" aria-labelledby="journey-title">
      <h2 id="journey-title">{t("games.journey")}</h2>
      <p class="games-words">{t("games.journey.words")}</p>
      <ul class="lines">
        {rules.map((offer) => (
          <LineRow key={offer.id} offer={offer} line={lineOf(offer.id, history.value, levels)} levels={levels} />
        ))}
      </ul>
    </section>
  );
}

function LineRow({ offer, line, levels }: { offer: RulesOffer; line: Line; levels: readonly string[] }) {
  const next = line.stations.indexOf(null);
  return (
    <li class="line">
      <div class="line-name">
        <strong>{rulesName(offer)}</strong>
        <small>
          {t("games.line", { games: line.games, wins: line.wins })}
          {line.best !== null && ` · ${t("games.best", { points: number(line.best) })}`}
        </small>
      </div>
      <ol class="stations">
        {levels.map((level, place) => (
          <li key={level}>
            <Station
              rules={offer.id}
              level={level}
              place={place}
              earned={line.stations[place] ?? null}
              next={place === next}
            />
          </li>
        ))}
      </ol>
    </li>
  );
}

interface StationProps {
  rules: string;
  level: string;
  place: number;
  earned: Earned;
  next: boolean;
}

/** A reached station leads to the replay of the win, any other to a new game there. */
function Station({ rules, level, place, earned, next }: StationProps) {
  const name = t("start.level-name", { level: t(`start.level.${place + 1}`), name: botName(level) });
  const state = earned ? "reached" : next ? "next" : "open";
  return (
    <a
      class={`station ${state}`}
      href={earned ? `/r/${earned.id}` : `/?rules=${rules}&players=2&bots=${level}`}
      aria-label={`${name}: ${t(`games.station.${state}`)}`}
      title={name}
    >
      <span class="station-mark" aria-hidden="true" />
      <span class="station-name">{t(`start.level.${place + 1}`)}</span>
    </a>
  );
}
