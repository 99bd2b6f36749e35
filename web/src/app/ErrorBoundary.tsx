import { Component, type ComponentChildren } from "preact";
import { t } from "../i18n";

interface State {
  broken: boolean;
}

/** An exception never leaves the page blank. The game is safe on the server, and a reload resumes it. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, State> {
  override state: State = { broken: false };

  static override getDerivedStateFromError(): State {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main class="sorry">
        <h1>{t("app.broken")}</h1>
        <p>{t("app.broken-words")}</p>
        <p class="sorry-actions">
          <button type="button" class="button primary" onClick={() => location.reload()}>
            {t("app.reload")}
          </button>
          <a class="button" href="/">
            {t("app.to-start")}
          </a>
        </p>
      </main>
    );
  }
}
