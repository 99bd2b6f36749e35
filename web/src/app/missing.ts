/** A part of the page could not be fetched: the server has another page now, or there is no network. */

import { t } from "../language/language";
import { checkFreshness, outdated } from "../net/freshness";
import { notify } from "./notices";

export async function explainMissing(): Promise<void> {
  await checkFreshness();
  if (!outdated.value) notify(t("app.no-network"), "bad");
}
