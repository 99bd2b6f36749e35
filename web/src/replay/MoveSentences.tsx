/** A move of a replay as sentences. */

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { locale, t } from "../i18n";
import { chosenWords } from "../narration/entryWords";
import { type Reader, tellMove } from "../narration/moveWords";
import type { GameReplay } from "../wire";
import { withSigns } from "../narration/parts";

interface MoveSentencesProps {
  game: GameReplay;
  /** Moves made so far; 0 is the deal. */
  at: number;
  reader: Reader;
}

export function MoveSentences({ game, at, reader }: MoveSentencesProps) {
  const sentences = useMemo(() => tell(game, at, reader), [game, at, reader, locale()]);
  return (
    <>
      {sentences.map((parts, index) => (
        <span key={index} class="told">
          {parts}{" "}
        </span>
      ))}
    </>
  );
}

function tell(game: GameReplay, at: number, reader: Reader): ComponentChildren[][] {
  const move = game.moves[at - 1];
  if (!move) return [[t("entries.start")]];
  const before = game.moves[at - 2];
  const attempt = move.events.some(({ kind }) => kind === "claimed") ? (before?.events ?? []) : [];
  const begun = attempt.some(({ kind, seat }) => kind === "attempted" && seat === move.seat) ? attempt : [];
  const sentences = tellMove(reader, move.events, withSigns(reader.vehicle), begun);
  return sentences.length > 0 ? sentences : [[chosenWords(reader, move.seat)]];
}
