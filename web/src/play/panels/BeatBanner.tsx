/** The move being played: who, what, and a way to skip. */

import { SeatMark } from "../../board/pieces/symbols";
import { t } from "../../i18n";
import { liveryClass } from "../../board/pieces/liveries";
import { Icon } from "./Icons";
import { tellHappening } from "./Log";
import type { Play } from "../state/play";

/** The announcer says the same to screen readers. It keeps its place over the board between two beats. */
export function BeatBanner({ play }: { play: Play }) {
  const { beats, log } = play.store;
  const move = beats.current.value;
  if (!beats.playing.value || play.state.veiled.value) return null;
  const told = move ? tellHappening(play, move, log.value) : [];
  const seat = told[0]?.seat ?? move?.seat ?? null;
  return (
    <div class={`beat ${seat === null ? "" : liveryClass(seat)}`}>
      {seat !== null && (
        <p key={move?.seq} class="beat-words" aria-hidden="true">
          <SeatMark seat={seat} />
          <span>{told[0]?.words}</span>
        </p>
      )}
      <button type="button" class="beat-skip" aria-keyshortcuts="Space" onClick={() => play.store.beats.skip()}>
        <Icon name="skip" />
        {t("play.skip")}
      </button>
    </div>
  );
}
