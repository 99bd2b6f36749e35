/** The players, and the button that starts the game. */

import { useSignal } from "@preact/signals";
import { notifyError } from "../ui/notices";
import { go } from "../lib/router";
import { playerName } from "../lib/settings";
import { LetOthersIn } from "../ui/LetOthersIn";
import { t } from "../i18n";
import { api } from "../net/api";
import { warmUp } from "../net/warmUp";
import { percentOf } from "../ui/WarmUpBar";
import { botsOffered, rulesOffered } from "./offers";
import { OptionsFold, PracticeCheck } from "./OptionsFold";
import { SeatNotes, SeatRows } from "./SeatRows";
import { change, fitting, type Mode, MODES, type Setup, setup, newTable } from "./setup";

export function SetupPanel() {
  const chosen = fitting(setup.value, rulesOffered.value, botsOffered.value);
  const busy = useSignal(false);
  const begin = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      const { table } = await api.open(newTable(chosen, playerName.value));
      go(`/t/${table.id}`);
    } catch (error) {
      notifyError(error);
      busy.value = false;
    }
  };
  return (
    <form class="setup" onSubmit={(event) => void begin(event)}>
      <ModeTabs mode={chosen.mode} />
      <p class="setup-words">{t(`start.mode.${chosen.mode}.words`)}</p>
      {chosen.mode === "friends" && <LetOthersIn shows />}
      <PlayersStepper chosen={chosen} />
      <SeatRows chosen={chosen} />
      <button type="submit" class="button primary setup-begin" disabled={busy.value || rulesOffered.value.length === 0}>
        {busy.value && !warmUp.value.ready
          ? t("start.play.warming", { percent: percentOf(warmUp.value.share) })
          : t(chosen.mode === "friends" ? "start.invite" : "start.play")}
      </button>
      <PracticeCheck chosen={chosen} />
      <SeatNotes chosen={chosen} />
      <OptionsFold chosen={chosen} />
    </form>
  );
}

const SIGNS: Record<Mode, string> = {
  alone: "M12 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm-9 10c0-5 4-8 9-8s9 3 9 8Z",
  together:
    "M3 4h18a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm5 4.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm8 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM4.5 16h7c0-2-1.5-3-3.5-3s-3.5 1-3.5 3Zm8 0h7c0-2-1.5-3-3.5-3s-3.5 1-3.5 3ZM8 20h8v2H8Z",
  friends:
    "M10.6 13.4a1 1 0 0 0 1.4 0l5-5a3.5 3.5 0 0 0-5-5L9.5 6l1.4 1.4 2.5-2.5a1.5 1.5 0 0 1 2.2 2.1l-5 5a1 1 0 0 0 0 1.4ZM13.4 10.6a1 1 0 0 0-1.4 0l-5 5a3.5 3.5 0 0 0 5 5l2.5-2.6-1.4-1.4-2.5 2.5a1.5 1.5 0 0 1-2.2-2.1l5-5a1 1 0 0 0 0-1.4Z",
};

function ModeTabs({ mode }: { mode: Mode }) {
  return (
    <div class="modes" role="radiogroup" aria-label={t("start.mode")}>
      {MODES.map((offered) => (
        <label key={offered} class={`mode ${offered === mode ? "chosen" : ""}`}>
          <input
            type="radio"
            name="mode"
            class="spoken"
            checked={offered === mode}
            onChange={() => change({ mode: offered })}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={SIGNS[offered]} fill-rule="evenodd" />
          </svg>
          <span>{t(`start.mode.${offered}`)}</span>
        </label>
      ))}
    </div>
  );
}

function PlayersStepper({ chosen }: { chosen: Setup }) {
  const [fewest = 2, most = 5] = rulesOffered.value.find((each) => each.id === chosen.rules)?.players ?? [];
  const numbers = Array.from({ length: most - fewest + 1 }, (_, place) => fewest + place);
  return (
    <fieldset class="players">
      <legend>{t("start.players")}</legend>
      <div class="switch">
        {numbers.map((players) => (
          <button
            key={players}
            type="button"
            aria-pressed={players === chosen.players}
            aria-label={t("start.player-count", { count: players })}
            onClick={() => change({ players })}
          >
            {players}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
