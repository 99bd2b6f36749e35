/** How fast the others' moves are shown: each press takes the next pace. */

import { type Pace, pace, PACES } from "../../lib/settings";
import { t } from "../../i18n";

export function PaceSwitch() {
  const words = t("play.pace-now", { pace: t(`play.pace.${pace.value}`) });
  return (
    <button type="button" class="tool pace" title={words} aria-label={words} onClick={() => (pace.value = next())}>
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d={SIGNS[pace.value]} />
      </svg>
      <span aria-hidden="true">{t(`play.tool.pace.${pace.value}`)}</span>
    </button>
  );
}

function next(): Pace {
  return PACES[(PACES.indexOf(pace.peek()) + 1) % PACES.length] ?? "normal";
}

const SIGNS: Readonly<Record<Pace, string>> = {
  slow: "M6 5V15M10 5 16 10 10 15Z",
  normal: "M7 5 14 10 7 15Z",
  fast: "M4 5 10 10 4 15ZM10 5 16 10 10 15Z",
  instant: "M4 5 11 10 4 15ZM11 5V15M15 5V15",
};
