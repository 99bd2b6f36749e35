/** Achievements: each says what it takes, and leads to the game that earned it. */

import { date, t } from "../i18n";
import type { RulesOffer } from "../wire";
import { history } from "./history";
import {
  type Achievement,
  ACHIEVEMENTS,
  achievementsOf,
  CLOSE,
  type Earned,
  FULL_TABLE,
  IN_A_ROW,
  MANY_POINTS,
  MANY_TICKETS,
} from "./milestones";
import "../styles/games/achievements.css";

const COUNTS: Partial<Record<Achievement, number>> = {
  "photo-finish": CLOSE,
  "all-tickets": MANY_TICKETS,
  "full-table": FULL_TABLE,
  points: MANY_POINTS,
  streak: IN_A_ROW,
};

export function Achievements({ rules, levels }: { rules: readonly RulesOffer[]; levels: readonly string[] }) {
  const maps = rules.filter(({ built_in }) => built_in).map(({ id }) => id);
  const earned = achievementsOf(history.value, levels, maps);
  const count = ACHIEVEMENTS.filter((achievement) => earned[achievement]).length;
  return (
    <section class="games-achievements panel" aria-labelledby="achievements-title">
      <h2 id="achievements-title">
        {t("games.achievements")} <small>{t("games.achievements.count", { count, all: ACHIEVEMENTS.length })}</small>
      </h2>
      <ul>
        {ACHIEVEMENTS.map((achievement) => (
          <Badge key={achievement} achievement={achievement} earned={earned[achievement]} />
        ))}
      </ul>
    </section>
  );
}

function Badge({ achievement, earned }: { achievement: Achievement; earned: Earned }) {
  return (
    <li class={`badge ${earned ? "earned" : ""}`}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle class="badge-rim" cx="24" cy="24" r="21" />
        <path class="badge-star" d="m24 11 4 8.6 9.4 1.1-7 6.4 1.9 9.3L24 31.8l-8.3 4.6 1.9-9.3-7-6.4 9.4-1.1Z" />
      </svg>
      <div>
        <strong>{t(`games.achievement.${achievement}`)}</strong>
        <span>{t(`games.achievement.${achievement}.words`, { count: COUNTS[achievement] ?? 0 })}</span>
        {earned && <a href={`/r/${earned.id}`}>{date(earned.at)}</a>}
      </div>
    </li>
  );
}
