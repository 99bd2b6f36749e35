import { t } from "../i18n";

/** Something is on its way: a track that moves, if it takes long. */
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
