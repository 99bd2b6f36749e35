import { t } from "../i18n";
import { notify } from "./notices";

/** Copy to the clipboard and notify; returns whether it worked. */
export async function copy(text: string): Promise<boolean> {
  const done = (await byClipboard(text)) || bySelection(text);
  if (done) notify(t("start.copied"), "good");
  else notify(t("start.copy-by-hand"));
  return done;
}

/** The clipboard API needs TLS. */
async function byClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Fallback for games in a home network. Only content of an open dialog can be selected. */
function bySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "spoken";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  try {
    field.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
