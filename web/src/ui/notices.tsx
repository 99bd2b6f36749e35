/** Transient notices (toasts). */

import { signal } from "@preact/signals";
import { t } from "../i18n";
import { outdated, saidElsewhere } from "../net/freshness";
import { errorText } from "./errors";

export type NoticeKind = "info" | "good" | "bad";

interface Notice {
  id: number;
  text: string;
  kind: NoticeKind;
}

const SECONDS = 6;
const notices = signal<readonly Notice[]>([]);
let last = 0;

/** Show a notice; equal texts are shown once. */
export function notify(text: string, kind: NoticeKind = "info", seconds = SECONDS): void {
  const id = ++last;
  notices.value = [...notices.value.filter((each) => each.text !== text), { id, text, kind }];
  setTimeout(() => dismiss(id), seconds * 1000);
}

export function notifyError(error: unknown): void {
  notify(errorText(error), "bad");
}

function dismiss(id: number): void {
  notices.value = notices.value.filter((each) => each.id !== id);
}

export function Notices() {
  return (
    <div class="notices">
      <div role="status" aria-live="polite">
        {notices.value.map((notice) => (
          <div key={notice.id} class={`notice ${notice.kind}`}>
            <span>{notice.text}</span>
            <button type="button" class="notice-close" aria-label={t("app.close")} onClick={() => dismiss(notice.id)}>
              ×
            </button>
          </div>
        ))}
      </div>
      {outdated.value && saidElsewhere.value === 0 && <Outdated />}
    </div>
  );
}

function Outdated() {
  return (
    <div class="notice info" role="status">
      <span>{t("app.outdated")}</span>
      <button type="button" class="button" onClick={() => location.reload()}>
        {t("app.reload")}
      </button>
    </div>
  );
}
