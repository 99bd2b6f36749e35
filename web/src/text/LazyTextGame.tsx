/** Text mode, fetched when somebody wants it. */

import { type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../language/language";
import { noteOutdated } from "../net/freshness";
import type { Play } from "../play/play";
import type { TextGame } from "./TextGame";

const game: Signal<typeof TextGame | null> = signal(null);

export function LazyTextGame({ play }: { play: Play }) {
  useEffect(() => {
    if (game.peek()) return;
    import("./TextGame").then(
      (found) => {
        game.value = found.TextGame;
      },
      () => noteOutdated(),
    );
  }, []);
  const Game = game.value;
  return Game ? (
    <Game play={play} />
  ) : (
    <main class="waiting" aria-busy="true">
      <p role="status">{t("app.loading")}</p>
    </main>
  );
}
