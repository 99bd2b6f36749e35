import { notify } from "../app/notices";
import { t } from "../language/language";

/** To the clipboard, which pages without TLS do not have. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(t("start.copied"), "good");
  } catch {
    notify(t("start.copy-by-hand"));
  }
}
