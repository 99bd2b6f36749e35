import { t } from "../i18n";
import { Logo } from "./Logo";
import { route } from "../lib/router";
import { LanguageSwitch, ThemeSwitch } from "./switches";

/** The header of every page but the game. */
export function Header() {
  const here = route.value.page;
  return (
    <header class="head">
      <a class="head-home" href="/" aria-label={`Ferrovia: ${t("app.to-start")}`}>
        <Logo />
        <span class="head-name">Ferrovia</span>
      </a>
      <nav class="head-links" aria-label={t("app.pages")}>
        <a href="/games" aria-current={here === "games" ? "page" : undefined}>
          {t("app.games")}
        </a>
        <a href="/learn" aria-current={here === "learn" ? "page" : undefined}>
          {t("app.learn")}
        </a>
        <a href="/replay" aria-current={here === "replay" ? "page" : undefined}>
          {t("app.replays")}
        </a>
      </nav>
      <div class="head-switches">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}
