import { t } from "../i18n";

/** A loading indicator that appears after a delay. */
export function Waiting() {
  return (
    <main class="waiting" aria-busy="true">
      <p class="spoken" role="status">
        {t("app.loading")}
      </p>
      <span class="waiting-track" aria-hidden="true" />
    </main>
  );
}
