/** The top bar: title, mode, last round, help. */

import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Logo } from "../../ui/Logo";
import { liveryClass, SeatMark } from "../../board/pieces/symbols";
import { rulesName, t } from "../../i18n";
import { later } from "../../lib/later";
import { sound } from "../../lib/settings";
import { play as cue } from "../../sound/sounds";
import { Icon, type IconName } from "./Icons";
import { PaceSwitch } from "./PaceSwitch";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";
import type { DialogName } from "../state/playState";

export function TopBar({ play }: { play: Play }) {
  const rules = useComputed(() => play.store.table.value?.rules).value;
  const company = useComputed(() => inCompany(play)).value;
  const practice = useComputed(() => practises(play)).value;
  if (!rules) return null;
  return (
    <header class="top">
      <a class="top-home" href="/" title={t("play.home")} aria-label={t("play.home")}>
        <Logo />
      </a>
      <h1 class="top-name">{rulesName(rules)}</h1>
      <Watched play={play} />
      <Ribbon play={play} />
      <LastRound play={play} />
      <Marks play={play} />
      <div class="top-tools">
        <PaceSwitch />
        <MuteButton />
        {practice && <PracticeTools play={play} />}
        {company && <Tool play={play} icon="talk" dialog="talk" words={t("play.talk")} name="talk-tool" />}
        <Tool
          play={play}
          icon="help"
          dialog="rules"
          words={t("play.rules")}
          name="rules"
          coach={{ "data-coach": "rules" }}
        />
        <Tool play={play} icon="menu" dialog="menu" words={t("play.menu")} coach={{ "data-coach-tab": "rules" }} />
      </div>
    </header>
  );
}

function inCompany({ store }: Play): boolean {
  const { mine = [], seats = [] } = store.table.value ?? {};
  return mine.length > 0 && seats.some(({ kind }, seat) => kind === "person" && !mine.includes(seat));
}

function practises({ store, state }: Play): boolean {
  const table = store.table.value;
  return table !== null && table.options.practice && !state.watching.value && table.status === "playing";
}

function MuteButton() {
  const on = sound.value;
  return (
    <ToolButton
      name="sound"
      icon={on ? "sound" : "muted"}
      words={t(on ? "play.tool.mute" : "play.tool.unmute")}
      label={t(on ? "play.mute" : "play.unmute")}
      onClick={() => {
        sound.value = !on;
        cue("bell");
      }}
    />
  );
}

/** How many are watching, for players: a spectator need not be told of himself. */
function Watched({ play }: { play: Play }) {
  const count = useComputed(() => play.store.table.value?.watching).value;
  if (!count || play.state.watching.value) return null;
  const words = t("play.spectators", { count });
  return (
    <span class="top-watched" role="img" aria-label={words} title={words}>
      <Icon name="eye" />
      {count}
    </span>
  );
}

/** The mode, visible so that a practice game is not taken for a serious one. */
function Ribbon({ play }: { play: Play }) {
  const mode = useComputed(() => modeOf(play)).value;
  return mode && <span class={`ribbon ${mode}`}>{t(`play.mode.${mode}`)}</span>;
}

function modeOf(play: Play): "watching" | "hot-seat" | "practice" | null {
  if (play.state.watching.value) return "watching";
  if (play.state.hotSeat.value) return "hot-seat";
  return play.store.table.value?.options.practice ? "practice" : null;
}

/** Turns left, and whether one of them is the reader's. */
function LastRound({ play }: { play: Play }) {
  const words = useComputed(() => lastRoundWords(play)).value;
  return (
    words && (
      <strong class="last-round" role="status">
        {words}
      </strong>
    )
  );
}

function lastRoundWords({ store, state }: Play): string | null {
  const view = state.view.value;
  const turns = view?.last_turns ?? null;
  if (!view || !store.table.value || turns === null || view.phase === "over") return null;
  const mine = state.watching.value ? "none" : view.last_turn_of.includes(store.seat.value) ? "yes" : "no";
  return t("play.last-round", { count: turns, mine });
}

/** All seats in short, for narrow screens: who they are, trains left, and points from routes. */
const Marks = later(function Marks({ play }: { play: Play }) {
  const [table, view] = [play.store.table.value, play.state.view.value];
  const vehicle = vehicleOf(play.state);
  return (
    <ul class="top-seats" aria-hidden="true">
      {view?.seats.map(({ trains, route_points }, seat) => (
        <li key={seat} data-seat={seat} class={`${liveryClass(seat)} ${table?.asked.includes(seat) ? "asked" : ""}`}>
          <SeatMark seat={seat} />
          <span class="top-who" dir="auto">
            {play.state.names.value[seat]}
          </span>
          <span class="top-trains">
            <Icon name={vehicle} />
            {trains}
          </span>
          <span class="top-points">
            <Icon name="points" />
            {route_points}
          </span>
        </li>
      ))}
    </ul>
  );
});

function PracticeTools({ play }: { play: Play }) {
  return (
    <>
      <ToolButton
        icon="hint"
        coach={{ "data-coach": "hint" }}
        words={t(play.state.thinking.value ? "play.thinking" : "play.hint")}
        keys="h"
        disabled={!play.state.legal.value || play.state.thinking.value}
        onClick={() => void play.actions.askHint()}
      />
      <ToolButton
        icon="back"
        words={t("play.take-back")}
        keys="u"
        disabled={play.state.veiled.value}
        onClick={() => void play.actions.takeBack()}
      />
    </>
  );
}

interface ToolProps extends Pick<ToolButtonProps, "icon" | "name" | "coach"> {
  play: Play;
  dialog: DialogName;
  words: string;
}

function Tool({ play, icon, dialog, words, name = "", coach }: ToolProps) {
  return (
    <ToolButton
      name={name}
      coach={coach}
      icon={icon}
      words={words}
      onClick={() => {
        play.state.dialog.value = dialog;
      }}
    />
  );
}

interface ToolButtonProps {
  icon: IconName;
  words: ComponentChildren;
  /** The full words, where those on the tool are shortened. */
  label?: string;
  keys?: string;
  disabled?: boolean;
  name?: string;
  /** Lesson targets here, or behind this button. */
  coach?: { "data-coach"?: string; "data-coach-tab"?: string } | undefined;
  onClick: () => void;
}

function ToolButton({ icon, words, label, keys, disabled = false, name = "", coach, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      class={`tool ${name}`}
      title={label}
      aria-label={label}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
      {...coach}
    >
      <Icon name={icon} />
      <span>{words}</span>
    </button>
  );
}
