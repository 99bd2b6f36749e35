/** Warns that links from this page work on this computer only. */

import { t } from "../i18n";

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Shown on localhost addresses only. */
export function OnlyHere() {
  return LOCAL.has(location.hostname) ? <p class="setup-words only-here">{t("start.only-here")}</p> : null;
}
