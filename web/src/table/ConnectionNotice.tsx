/** Tells of a lost connection, after a delay: most are back before anyone notices. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import type { TableStore } from "./store";

const SOON = 1500;
const BACK = 2500;

export function ConnectionNotice({ store }: { store: TableStore }) {
  const shown = useSignal<"lost" | "back" | null>(null);
  const lost = store.status.value === "lost" || (store.status.value === "connecting" && shown.value === "lost");
  useEffect(() => {
    if (lost) return after(SOON, () => (shown.value = "lost"));
    if (shown.peek() !== "lost") return undefined;
    shown.value = "back";
    return after(BACK, () => (shown.value = null));
  }, [lost]);
  return (
    <div class="connection" role="status">
      {shown.value && <span class={`connection-${shown.value}`}>{t(`app.connection.${shown.value}`)}</span>}
    </div>
  );
}

function after(wait: number, what: () => void): () => void {
  const timer = setTimeout(what, wait);
  return () => clearTimeout(timer);
}
