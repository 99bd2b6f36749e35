/** Parts of a game in chunks of their own, loaded on demand. */

import { lazy } from "../ui/lazy";
import { textMode } from "../lib/settings";
import type { Play } from "./state/play";

export const FinalScore = lazy(async () => (await import("../final/FinalScore")).FinalScore);
export const TextGame = lazy(async () => (await import("../typed/TextGame")).TextGame);
const Coach = lazy(async () => (await import("../learn/Coach")).Coach, true);

/** The coach, at tables that belong to a lesson. `inText`: inside text mode, where a coach at the end of the page
 * would go unnoticed. */
export function Coaching({ play, inText = false }: { play: Play; inText?: boolean }) {
  const lesson = play.store.table.value?.options.lesson;
  return lesson && inText === textMode.value ? <Coach play={play} /> : null;
}
