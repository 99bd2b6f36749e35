/** Narrates the log of a table. */

import { botName, t } from "../i18n";
import type { Happening } from "../wire";
import { moveWords, nameOfSeat, type Reader } from "./moveWords";

/** Entries that are not narrated: the lobby shows them. */
const SILENT = new Set(["open", "link"]);

/** One entry as text, or an empty string. `log`: the surrounding entries. */
export function happeningWords(reader: Reader, happening: Happening, log: readonly Happening[]): string {
  if (happening.kind !== "move") return entryWords(reader, happening) ?? "";
  return moveWords(reader, happening.events, attemptBefore(happening, log)) || chosenWords(reader, happening.seat);
}

/** The events of the tunnel attempt that this move completes, if it completes one. */
export function attemptBefore(happening: Happening, log: readonly Happening[]): Happening["events"] {
  const claimed = happening.events.find(({ kind }) => kind === "claimed")?.route;
  if (!claimed || attempts(happening, claimed)) return [];
  const before = log.findLast(
    ({ kind, seat, seq }) => kind === "move" && seat === happening.seat && seq < happening.seq,
  );
  return before && attempts(before, claimed) ? before.events : [];
}

function attempts({ events }: Happening, route: string): boolean {
  return events.some((event) => event.kind === "attempted" && event.route === route);
}

/** A hidden move: in the opening all players choose in secret. */
export function chosenWords(reader: Reader, seat: number | null): string {
  return t("play.chose", whom(reader, seat));
}

/** Any entry but a move; null for silent ones. */
export function entryWords(reader: Reader, { kind, seat, values }: Happening): string | null {
  if (SILENT.has(kind)) return null;
  return t(`entries.${kind}`, {
    ...whom(reader, seat),
    bot: values.bot ? botName(values.bot) : "none",
    why: values.why ?? "gone",
    phrase: values.phrase ? t(`phrases.${values.phrase}`) : "",
  });
}

function whom(reader: Reader, seat: number | null): { who: "me" | "other"; name: string } {
  if (seat === null) return { who: "other", name: "" };
  return { who: seat === reader.me ? "me" : "other", name: nameOfSeat(reader.names, seat) };
}
