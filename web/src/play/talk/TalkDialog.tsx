/** Pictures and phrases to choose from, and whom to mute. */

import { t } from "../../i18n";
import type { Utterance } from "../../wire";
import { Dialog } from "../dialogs/Dialog";
import { isMuted, mute } from "../state/muted";
import type { Play } from "../state/play";
import { EmotePicture } from "./EmotePicture";
import { EMOTES, PHRASES } from "./utterances";

export function TalkDialog({ play }: { play: Play }) {
  if (play.state.dialog.value !== "talk") return null;
  const close = () => {
    play.state.dialog.value = null;
  };
  const say = (what: Utterance) => {
    close();
    void play.store.say(what).then((answer) => {
      if (answer.message === "refused") play.actions.refuse(answer);
    });
  };
  return (
    <Dialog title={t("play.talk")} onClose={close} name="talk">
      <div class="talk-emotes">
        {EMOTES.map((emote) => (
          <button
            key={emote}
            type="button"
            class="button"
            title={t(`phrases.${emote}`)}
            aria-label={t(`phrases.${emote}`)}
            onClick={() => say(emote)}
          >
            <EmotePicture emote={emote} />
          </button>
        ))}
      </div>
      <div class="talk-phrases">
        {PHRASES.map((phrase) => (
          <button key={phrase} type="button" class="button" onClick={() => say(phrase)}>
            {t(`phrases.${phrase}`)}
          </button>
        ))}
      </div>
      <Muting play={play} />
    </Dialog>
  );
}

/** For the page of the scores, which has no menu. */
export function TalkButton({ play }: { play: Play }) {
  return (
    <button type="button" class="button talk-open" onClick={() => (play.state.dialog.value = "talk")}>
      {t("play.talk")}
    </button>
  );
}

function Muting({ play }: { play: Play }) {
  const table = play.store.table.value;
  const others = (table?.seats ?? []).flatMap(({ kind }, seat) =>
    kind === "person" && !table?.mine.includes(seat) ? [seat] : [],
  );
  return (
    <div class="talk-muting">
      {others.map((seat) => (
        <label key={seat} class="setting">
          <span>{t("play.mute-player", { name: play.state.names.value[seat] ?? "" })}</span>
          <input
            type="checkbox"
            checked={isMuted(play.store.id, seat)}
            onChange={(event) => mute(play.store.id, seat, event.currentTarget.checked)}
          />
        </label>
      ))}
      <small>{t("play.mute-player.words")}</small>
    </div>
  );
}
