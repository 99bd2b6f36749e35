/** Said where links are given away that nobody else can follow. */

import { t } from "../i18n";

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Only where the address of this page, and so of its links, means something to this computer alone. */
export function OnlyHere() {
  return LOCAL.has(location.hostname) ? <p class="setup-words only-here">{t("start.only-here")}</p> : null;
}
