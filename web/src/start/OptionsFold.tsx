/** Advanced options, collapsed. */

import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { change, CLOCK_NAMES, practises, type Setup } from "./setup";

export function PracticeCheck({ chosen }: { chosen: Setup }) {
  if (chosen.mode === "friends") return null;
  return (
    <Check label={t("start.practice")} checked={chosen.practice} onCheck={(practice) => change({ practice })}>
      {t("start.practice.words")}
    </Check>
  );
}

export function OptionsFold({ chosen }: { chosen: Setup }) {
  return (
    <details class="options">
      <summary>{t("start.options")}</summary>
      <div class="options-inside">
        {!practises(chosen) && (
          <label class="option-select">
            <span>{t("start.clock")}</span>
            <select
              class="field"
              value={chosen.pace}
              onChange={(event) => {
                const pace = CLOCK_NAMES.find((each) => each === event.currentTarget.value);
                if (pace) change({ pace });
              }}
            >
              {CLOCK_NAMES.map((clock) => (
                <option key={clock} value={clock}>
                  {t(`start.clock.${clock}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Check label={t("start.lot")} checked={chosen.lot} onCheck={(lot) => change({ lot })} />
        <Check
          label={t("start.known-cards")}
          checked={chosen.knownCards}
          onCheck={(knownCards) => change({ knownCards })}
        >
          {t("start.known-cards.words")}
        </Check>
        <Check
          label={t("start.spectators")}
          checked={chosen.spectators}
          onCheck={(spectators) => change({ spectators })}
        />
        {chosen.mode === "friends" && (
          <Check label={t("start.autopilot")} checked={chosen.autopilot} onCheck={(autopilot) => change({ autopilot })}>
            {t("start.autopilot.words")}
          </Check>
        )}
      </div>
    </details>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onCheck: (checked: boolean) => void;
  children?: ComponentChildren;
}

function Check({ label, checked, onCheck, children }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onCheck(event.currentTarget.checked)} />
      <span>
        {label}
        {children && <small>{children}</small>}
      </span>
    </label>
  );
}
