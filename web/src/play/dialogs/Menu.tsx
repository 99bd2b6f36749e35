/** The menu: every action but moves. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { copy } from "../../ui/clipboard";
import { notifyError } from "../../ui/notices";
import { go } from "../../lib/router";
import { sound, touching } from "../../lib/settings";
import { t } from "../../i18n";
import { api } from "../../net/api";
import { sharedOrigin } from "../../net/network";
import { Dialog } from "./Dialog";
import { SeatLink } from "./SeatLink";
import { Icon, type IconName } from "../panels/Icons";
import type { Play } from "../state/play";
import type { DialogName } from "../state/playState";

export function Menu({ play, onClose }: { play: Play; onClose: () => void }) {
  const table = play.store.table.value;
  if (!table) return null;
  const playing = table.status === "playing" && table.mine.length > 0;
  const alone = table.seats.every((seat, number) => seat.kind === "bot" || table.mine.includes(number));
  const open = (dialog: DialogName) => {
    play.state.dialog.value = dialog;
  };
  return (
    <Dialog title={t("play.menu")} onClose={onClose}>
      <div class="menu">
        <Item
          icon={sound.value ? "sound" : "muted"}
          onClick={() => (sound.value = !sound.peek())}
          words={t(sound.value ? "play.mute" : "play.unmute")}
        />
        <Item icon="settings" onClick={() => open("settings")} words={t("play.settings")} />
        {!touching.value && <Item icon="help" onClick={() => open("help")} words={t("play.keys")} />}
        <Item icon="book" onClick={() => open("rules")} words={t("play.rules")} />
        {!alone && playing && <Item icon="talk" onClick={() => open("talk")} words={t("play.talk")} />}
        {playing && !play.state.away.value && (
          <Autopilot play={play} onClose={onClose} last={alone && table.mine.length === 1} />
        )}
        {table.options.spectators && (
          <Item icon="eye" onClick={() => void copy(`${sharedOrigin()}/t/${table.id}`)} words={t("play.let-watch")} />
        )}
        {playing && !play.state.veiled.value && <SeatLink play={play} />}
        {playing && <Absent play={play} onClose={onClose} />}
        {playing && <End play={play} />}
        <a class="menu-item" href="/">
          <Icon name="home" />
          {t("play.home")}
        </a>
      </div>
    </Dialog>
  );
}

function Item({ icon, words, onClick }: { icon: IconName; words: ComponentChildren; onClick: () => void }) {
  return (
    <button type="button" class="menu-item" onClick={onClick}>
      <Icon name={icon} />
      {words}
    </button>
  );
}

/** With only bots left the game would end before the player returns, so this asks for confirmation. */
function Autopilot({ play, onClose, last }: { play: Play; onClose: () => void; last: boolean }) {
  const words = t("play.autopilot");
  const leave = () => {
    onClose();
    void play.actions.autopilot();
  };
  if (!last) return <Item icon="robot" words={words} onClick={leave} />;
  return <Sure icon="robot" words={words} warning={t("play.autopilot-sure")} onSure={leave} />;
}

/** The host may replace an absent player by a bot for good. */
function Absent({ play, onClose }: { play: Play; onClose: () => void }) {
  const table = play.store.table.value;
  if (!table?.host) return null;
  const gone = table.seats.flatMap(({ kind, present }, seat) =>
    (kind === "person" || kind === "program") && !present && !table.mine.includes(seat) ? [seat] : [],
  );
  return (
    <>
      {gone.map((seat) => (
        <Sure
          key={seat}
          icon="people"
          words={t("play.remove", { name: play.state.names.value[seat] ?? "" })}
          warning={t("play.remove-sure", { name: play.state.names.value[seat] ?? "" })}
          onSure={() => {
            onClose();
            api.leave(table.id, seat).catch(notifyError);
          }}
        />
      ))}
    </>
  );
}

function End({ play }: { play: Play }) {
  const table = play.store.table.value;
  if (!table) return null;
  const closes = table.host && !(table.public && table.status === "playing");
  const words = closes ? "end" : "leave";
  const leave = async () => {
    try {
      if (closes) await api.end(table.id);
      else await Promise.all(table.mine.map((seat) => api.leave(table.id, seat)));
      go("/");
    } catch (error) {
      notifyError(error);
    }
  };
  return <Sure icon="door" words={t(`play.${words}`)} warning={t(`play.${words}-sure`)} onSure={() => void leave()} />;
}

interface SureProps {
  icon: IconName;
  words: string;
  /** The consequence. */
  warning: string;
  onSure: () => void;
}

/** Irreversible actions ask for confirmation. */
function Sure({ icon, words, warning, onSure }: SureProps) {
  const asking = useSignal(false);
  if (!asking.value) return <Item icon={icon} words={words} onClick={() => (asking.value = true)} />;
  return (
    <div class="menu-sure">
      <p>{warning}</p>
      <button type="button" class="button primary" onClick={onSure}>
        {words}
      </button>
      <button type="button" class="button quiet" onClick={() => (asking.value = false)}>
        {t("play.cancel")}
      </button>
    </div>
  );
}
