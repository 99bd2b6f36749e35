/** The settings dialog. */

import type { Signal } from "@preact/signals";
import {
  autoConfirm,
  BOARD_NAMES,
  boardNames,
  CONFIRMING,
  confirming,
  motion,
  pace,
  PACES,
  recentStrip,
  sound,
  textMode,
} from "../../lib/settings";
import { LanguageSwitch, ThemeSwitch } from "../../ui/switches";
import { notify } from "../../ui/notices";
import { t } from "../../i18n";
import { alerts, askAlerts } from "../../table/turnAlerts";
import { COUNTDOWN } from "../panels/Countdown";
import { Dialog } from "./Dialog";
import { play as cue } from "../../sound/sounds";

export function Settings({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("play.settings")} onClose={onClose}>
      <div class="settings">
        <Row words={t("app.language")}>
          <LanguageSwitch />
        </Row>
        <Row words={t("app.theme")}>
          <ThemeSwitch />
        </Row>
        <Choice words={t("play.confirming")} chosen={confirming} all={CONFIRMING} room="play.confirming" />
        <Switch
          words={t("play.auto-confirm", { seconds: COUNTDOWN })}
          on={autoConfirm.value}
          onSwitch={(on) => {
            autoConfirm.value = on;
          }}
        />
        <Choice words={t("play.pace")} chosen={pace} all={PACES} room="play.pace" />
        <Choice words={t("play.names")} chosen={boardNames} all={BOARD_NAMES} room="play.names" />
        <Switch
          words={t("play.since-strip")}
          on={recentStrip.value}
          onSwitch={(on) => {
            recentStrip.value = on;
          }}
        />
        <Switch
          words={t("play.sound")}
          on={sound.value}
          onSwitch={(on) => {
            sound.value = on;
            if (on) cue("bell");
          }}
        />
        <Switch words={t("play.alerts")} on={alerts.value} onSwitch={(on) => void switchAlerts(on)} />
        <Switch
          words={t("play.less-motion")}
          on={motion.value === "less"}
          onSwitch={(on) => {
            motion.value = on ? "less" : "auto";
          }}
        />
        <Switch
          words={t("play.text-mode")}
          on={textMode.value}
          onSwitch={(on) => {
            textMode.value = on;
            if (on) onClose();
          }}
        />
      </div>
    </Dialog>
  );
}

async function switchAlerts(on: boolean): Promise<void> {
  if (!(await askAlerts(on))) notify(t("app.no-alerts"), "bad");
}

function Row({ words, children }: { words: string; children: preact.ComponentChildren }) {
  return (
    <div class="setting">
      <span>{words}</span>
      {children}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  words: string;
  chosen: Signal<Value>;
  all: readonly Value[];
  room: string;
}

function Choice<Value extends string>({ words, chosen, all, room }: ChoiceProps<Value>) {
  return (
    <label class="setting">
      <span>{words}</span>
      <select
        class="field"
        value={chosen.value}
        onChange={(event) => {
          chosen.value = all.find((each) => each === event.currentTarget.value) ?? chosen.value;
        }}
      >
        {all.map((option) => (
          <option key={option} value={option}>
            {t(`${room}.${option}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Switch({ words, on, onSwitch }: { words: string; on: boolean; onSwitch: (on: boolean) => void }) {
  return (
    <label class="setting">
      <span>{words}</span>
      <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.currentTarget.checked)} />
    </label>
  );
}
