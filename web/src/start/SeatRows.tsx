/** One row for each player: a person's name, or a bot. */

import { SeatMark } from "../board/pieces/symbols";
import { botName, knows, t } from "../i18n";
import { NameField, OwnNameField } from "../ui/NameField";
import type { BotOffer } from "../wire";
import { botsOffered, strengthOf } from "./offers";
import { botAt, change, replaced, type Setup } from "./setup";

const PERSON = "person:";

export function SeatRows({ wished }: { wished: Setup }) {
  const others = Array.from({ length: wished.players - 1 }, (_, other) => other);
  return (
    <ol class="seat-rows">
      <li>
        <Mark wished={wished} seat={0} />
        <OwnNameField placeholder={wished.mode === "alone" ? t("start.you") : t("start.player", { number: 1 })} />
      </li>
      {others.map((other) => (
        <li key={other}>
          <Mark wished={wished} seat={other + 1} />
          <OtherRow wished={wished} other={other} />
        </li>
      ))}
    </ol>
  );
}

/** Colours belong to seats: with seats drawn by lot they are unknown until the table opens. */
function Mark({ wished, seat }: { wished: Setup; seat: number }) {
  return wished.lot ? <span class="seat-lot" aria-hidden="true" /> : <SeatMark seat={seat} />;
}

/** How seats are assigned, and the measured strength of the bots behind a tap. */
export function SeatNotes({ wished }: { wished: Setup }) {
  const measured = botsOffered.value.filter((bot) => strengthOf(bot, wished.rules) !== null);
  return (
    <>
      {wished.lot && <p class="seat-notes">{t("start.lot.words")}</p>}
      {measured.length > 0 && (
        <details class="strengths">
          <summary>{t("start.strength")}</summary>
          <ul>
            {measured.map((bot) => (
              <li key={bot.name}>
                <span>
                  <b>{botLabel(bot)}</b>
                  {knows(`start.bot.${bot.name}`) && <small>{t(`start.bot.${bot.name}`)}</small>}
                </span>
                <span>{t("start.elo", { strength: String(strengthOf(bot, wished.rules)) })}</span>
              </li>
            ))}
          </ul>
          <p class="seat-notes">{t("start.strength.words")}</p>
        </details>
      )}
    </>
  );
}

function OtherRow({ wished, other }: { wished: Setup; other: number }) {
  const bot = botAt(wished, other);
  const choose = (value: string) => {
    if (value === PERSON) change({ filled: replaced(wished.filled, other, false) });
    else
      change({
        bots: replaced(wished.bots, other, value),
        filled: replaced(wished.filled, other, wished.mode !== "alone"),
      });
  };
  const number = other + 2;
  return (
    <>
      {bot === null && wished.mode === "together" && (
        <NameField
          label={t("start.name-of", { number })}
          value={wished.names[other + 1] ?? ""}
          placeholder={t("start.player", { number })}
          onName={(name) => change({ names: replaced(wished.names, other + 1, name) })}
        />
      )}
      <select
        class="field"
        aria-label={t("start.who", { number })}
        value={bot ?? PERSON}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {wished.mode !== "alone" && <option value={PERSON}>{t(`start.person.${wished.mode}`)}</option>}
        {botsOffered.value.map((each) => (
          <option key={each.name} value={each.name}>
            {botLabel(each)}
          </option>
        ))}
      </select>
    </>
  );
}

/** A bot with its level, from Easy to Master; other bots by their name. */
export function botLabel(bot: BotOffer): string {
  const name = botName(bot.name);
  const level = 1 + botsOffered.value.filter((each) => each.level).findIndex((each) => each.name === bot.name);
  const key = `start.level.${level}`;
  return knows(key) ? t("start.level-name", { level: t(key), name }) : t("start.bot", { name });
}
