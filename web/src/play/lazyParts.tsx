/** The rooms that a game leads to, each fetched when it is wanted. */

import { lazy } from "../ui/lazy";
import { textMode } from "../lib/settings";
import type { Play } from "./state/play";

export const FinalScore = lazy(async () => (await import("../final/FinalScore")).FinalScore);
export const TextGame = lazy(async () => (await import("../typed/TextGame")).TextGame);
const Coach = lazy(async () => (await import("../learn/Coach")).Coach, true);

/** Where a table belongs to a lesson. `inText`: inside the game in words, where a coach at the end of the page would
 * never be found. */
export function Coaching({ play, inText = false }: { play: Play; inText?: boolean }) {
  const lesson = play.store.table.value?.options.lesson;
  return lesson && inText === textMode.value ? <Coach play={play} /> : null;
}
