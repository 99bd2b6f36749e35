/** The field for a player's name. */

import { LONGEST_NAME } from "../lib/playerName";

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
