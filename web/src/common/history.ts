/** The log of a table as sentences. */

import { botName, t } from "../language/language";
import type { Happening } from "../wire";
import { moveWords, playerName, type Reader } from "./telling";

/** Links and the opening of a table are the lobby's business. */
const SILENT = new Set(["open", "link"]);

/** One entry; nothing where there is nothing to tell. `log`: all entries up to it. */
export function happeningWords(reader: Reader, happening: Happening, log: readonly Happening[]): string {
  if (SILENT.has(happening.kind)) return "";
  if (happening.kind !== "move") return entryWords(reader, happening);
  return moveWords(reader, happening.events, attemptBefore(happening, log)) || entryWords(reader, happening);
}

function attemptBefore(happening: Happening, log: readonly Happening[]): Happening["events"] {
  if (!happening.events.some(({ kind }) => kind === "claimed")) return [];
  const before = log.findLast(({ kind, seat, seq }) => kind === "move" && seat === happening.seat && seq < happening.seq);
  const began = before?.events.some(({ kind, route }) => kind === "attempted" && happening.events.some((each) => each.route === route));
  return began ? (before?.events ?? []) : [];
}

function entryWords(reader: Reader, { kind, seat, values }: Happening): string {
  return t(`entries.${kind}`, {
    who: seat !== null && seat === reader.me ? "me" : "other",
    name: seat === null ? "" : playerName(reader.names, seat),
    bot: values.bot ? botName(values.bot) : "none",
    why: values.why ?? "gone",
    phrase: values.phrase ? t(`phrases.${values.phrase}`) : "",
  });
}
