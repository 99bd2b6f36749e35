import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { Header } from "../ui/Header";
import "../styles/start.css";

/** A page that only says why there is nothing to see, and leads to the start. */
export function Sorry({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="start">
      <Header />
      <main class="sorry">
        <h1>{title}</h1>
        <p>{children}</p>
        <p class="sorry-actions">
          <a class="button primary" href="/">
            {t("app.to-start")}
          </a>
        </p>
      </main>
    </div>
  );
}
