/** One row for each player: a person's name, or a bot. */

import { SeatMark } from "../board/pieces/symbols";
import { botName, knows, t } from "../i18n";
import { NameField, OwnNameField } from "../ui/NameField";
import type { BotOffer } from "../wire";
import { botsOffered, strengthOf } from "./offers";
import { botAt, change, replaced, type Setup } from "./setup";

const PERSON = "person:";

export function SeatRows({ chosen }: { chosen: Setup }) {
  const others = Array.from({ length: chosen.players - 1 }, (_, other) => other);
  return (
    <ol class="seat-rows">
      <li>
        <Mark chosen={chosen} seat={0} />
        <OwnNameField placeholder={chosen.mode === "alone" ? t("start.you") : t("start.player", { number: 1 })} />
      </li>
      {others.map((other) => (
        <li key={other}>
          <Mark chosen={chosen} seat={other + 1} />
          <OtherRow chosen={chosen} other={other} />
        </li>
      ))}
    </ol>
  );
}

/** Colours belong to seats: with seats drawn by lot they are unknown until the table opens. */
function Mark({ chosen, seat }: { chosen: Setup; seat: number }) {
  return chosen.lot ? <span class="seat-lot" aria-hidden="true" /> : <SeatMark seat={seat} />;
}

/** How seats are assigned, and the measured strength of the bots behind a tap. */
export function SeatNotes({ chosen }: { chosen: Setup }) {
  const measured = botsOffered.value.filter((bot) => strengthOf(bot, chosen.rules) !== null);
  return (
    <>
      {chosen.lot && <p class="seat-notes">{t("start.lot.words")}</p>}
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
                <span>{t("start.elo", { strength: String(strengthOf(bot, chosen.rules)) })}</span>
              </li>
            ))}
          </ul>
          <p class="seat-notes">{t("start.strength.words")}</p>
        </details>
      )}
    </>
  );
}

function OtherRow({ chosen, other }: { chosen: Setup; other: number }) {
  const bot = botAt(chosen, other);
  const choose = (value: string) => {
    if (value === PERSON) change({ filled: replaced(chosen.filled, other, false) });
    else
      change({
        bots: replaced(chosen.bots, other, value),
        filled: replaced(chosen.filled, other, chosen.mode !== "alone"),
      });
  };
  const number = other + 2;
  return (
    <>
      {bot === null && chosen.mode === "together" && (
        <NameField
          label={t("start.name-of", { number })}
          value={chosen.names[other + 1] ?? ""}
          placeholder={t("start.player", { number })}
          onName={(name) => change({ names: replaced(chosen.names, other + 1, name) })}
        />
      )}
      <select
        class="field"
        aria-label={t("start.who", { number })}
        value={bot ?? PERSON}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {chosen.mode !== "alone" && <option value={PERSON}>{t(`start.person.${chosen.mode}`)}</option>}
        {botsOffered.value.map((offer) => (
          <option key={offer.name} value={offer.name}>
            {botLabel(offer)}
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
