/** Asks for the player's name. */

import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { OwnNameField } from "../ui/NameField";

interface NameFormProps {
  busy: boolean;
  problem: string;
  button: string;
  onDone: () => void;
  children?: ComponentChildren;
}

export function NameForm({ busy, problem, button, onDone, children }: NameFormProps) {
  return (
    <form
      class="name-form"
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <OwnNameField placeholder={t("start.your-name")} />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="name-form-actions">
        <button type="submit" class="button primary" disabled={busy}>
          {button}
        </button>
        {children}
      </div>
    </form>
  );
}
