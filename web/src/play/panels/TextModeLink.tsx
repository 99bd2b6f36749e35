/** The first stop of the tab key in a game: the way into text mode. Seen only while it has the focus. */

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
