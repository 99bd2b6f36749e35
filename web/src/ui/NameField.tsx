/** The field for a player's name. */

import { t } from "../i18n";
import { LONGEST_NAME } from "../lib/playerName";
import { playerName } from "../lib/settings";

interface NameFieldProps {
  label: string;
  value: string;
  placeholder: string;
  onName: (name: string) => void;
}

export function NameField({ label, value, placeholder, onName }: NameFieldProps) {
  return (
    <input
      class="field"
      type="text"
      dir="auto"
      maxLength={LONGEST_NAME}
      autoComplete="off"
      spellcheck={false}
      aria-label={label}
      value={value}
      placeholder={placeholder}
      onInput={(event) => onName(event.currentTarget.value)}
    />
  );
}

/** The field for one's own name, which the browser keeps. */
export function OwnNameField({ placeholder }: { placeholder: string }) {
  return (
    <NameField
      label={t("start.your-name")}
      value={playerName.value}
      placeholder={placeholder}
      onName={(name) => {
        playerName.value = name;
      }}
    />
  );
}
