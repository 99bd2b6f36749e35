/** Error messages. */

import { knows, listed, t, type Values } from "../i18n";
import { RequestError } from "../net/api";
import type { Refused } from "../wire";

/** A refusal as a sentence. Unknown codes of newer servers are shown as they are. */
export function refusalText(refusal: Pick<Refused, "code"> & { parameters: Record<string, unknown> }): string {
  const key = `refusals.${refusal.code}`;
  if (!knows(key)) return t("app.refused", { code: refusal.code });
  return t(key, simple(refusal.parameters));
}

/** Any thrown value as a sentence. */
export function errorText(error: unknown): string {
  if (!(error instanceof RequestError)) return t("app.failed");
  if (error.code === "no-network") return t("app.no-network");
  return refusalText({ code: error.code, parameters: error.parameters });
}

function simple(parameters: Record<string, unknown>): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(parameters))
    values[name] = typeof value === "number" ? value : Array.isArray(value) ? listed(value.map(String)) : String(value);
  return values;
}
