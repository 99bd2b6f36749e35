/** The first tab stop of the game: the link to text mode. Visible only with focus. */

import { textMode } from "../../lib/settings";
import { t } from "../../i18n";
import "../../styles/text.css";

export function TextModeLink() {
  return (
    <button type="button" class="text-mode-link button" onClick={() => (textMode.value = true)}>
      {t("text.enter")}
    </button>
  );
}
