import { Header } from "../ui/Header";
import { t } from "../i18n";
import "../styles/start.css";

/** The page for unknown addresses. */
export function LostPage() {
  return (
    <div class="start">
      <Header />
      <main class="sorry">
        <h1>{t("start.lost")}</h1>
        <p>{t("start.lost.words")}</p>
        <p class="sorry-actions">
          <a class="button primary" href="/">
            {t("app.to-start")}
          </a>
        </p>
      </main>
    </div>
  );
}
