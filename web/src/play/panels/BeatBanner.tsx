/** The move being played: who, what, and a way to skip. */

import { t } from "../../i18n";
import { Icon } from "./Icons";
import { tellHappening } from "./Log";
import type { Play } from "../state/play";
import { whatToDo } from "../state/sentences";

/** Stands where the player is told what to do. The announcer says the same to screen readers. */
export function BeatBanner({ play }: { play: Play }) {
  const { beats, log } = play.store;
  const move = beats.current.value;
  const sentences = move ? tellHappening(play, move, log.peek()) : [];
  return (
    <>
      <p key={move?.seq} class="action-words beat-words" aria-hidden="true">
        <span>{sentences[0]?.words ?? whatToDo(play.state)}</span>
      </p>
      <button type="button" class="button beat-skip" aria-keyshortcuts="Space" onClick={() => beats.skip()}>
        <Icon name="skip" />
        {t("play.skip")}
      </button>
    </>
  );
}
