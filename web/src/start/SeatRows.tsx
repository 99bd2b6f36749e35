/** One row for each player: a person's name, or a bot. */

import { SeatMark } from "../board/pieces/symbols";
import { LONGEST_NAME } from "../lib/playerName";
import { playerName } from "../lib/settings";
import { botName, knows, t } from "../i18n";
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
        <NameField
          label={t("start.your-name")}
          value={playerName.value}
          placeholder={wished.mode === "alone" ? t("start.you") : t("start.player", { number: 1 })}
          onName={(name) => {
            playerName.value = name;
          }}
        />
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

/** Notes: how seats are assigned, and what a bot's number means. */
export function SeatNotes({ wished }: { wished: Setup }) {
  const seated = new Set(Array.from({ length: wished.players - 1 }, (_, other) => botAt(wished, other)));
  const measured = botsOffered.value.some((bot) => seated.has(bot.name) && strengthOf(bot, wished.rules) !== null);
  if (!wished.lot && !measured) return null;
  return (
    <p class="seat-notes">
      {wished.lot && <span>{t("start.lot.words")}</span>} {measured && <span>{t("start.strength.words")}</span>}
    </p>
  );
}

interface NameFieldProps {
  label: string;
  value: string;
  placeholder: string;
  onName: (name: string) => void;
}

export function NameField({ label, value, placeholder, onName }: NameFieldProps) {
  return (
    <input
      class="field"
      type="text"
      dir="auto"
      maxLength={LONGEST_NAME}
      autoComplete="off"
      spellcheck={false}
      aria-label={label}
      value={value}
      placeholder={placeholder}
      onInput={(event) => onName(event.currentTarget.value)}
    />
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
            {botLabel(each, wished.rules)}
          </option>
        ))}
      </select>
      {bot !== null && knows(`start.bot.${bot}`) && <small class="bot-words">{t(`start.bot.${bot}`)}</small>}
    </>
  );
}

/** A bot with its rating. */
export function botLabel(bot: BotOffer, rules: string): string {
  const strength = strengthOf(bot, rules);
  const name = botName(bot.name);
  return strength === null ? t("start.bot", { name }) : t("start.bot-strength", { name, strength: String(strength) });
}
