/** The server's progress on its first start, until games can begin. */

import { t } from "../i18n";
import { warmUp } from "../net/warmUp";

export function WarmUpBar() {
  const { ready, share } = warmUp.value;
  if (ready) return null;
  return (
    <div class="warm-up" role="status">
      <label>
        <span>{t("app.warm-up", { percent: percentOf(share) })}</span>
        <progress max={1} value={share} />
      </label>
    </div>
  );
}

export function percentOf(share: number): number {
  return Math.floor(100 * share);
}
