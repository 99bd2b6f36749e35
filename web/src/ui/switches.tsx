/** Language and theme switches. */

import { LANGUAGES, type Language, language, t } from "../i18n";
import { THEMES, type Theme, theme } from "../lib/settings";

/** Languages in their own words, so that they can be found from any other. */
const NAMES: Record<Language, string> = { en: "English", it: "Italiano", pt: "Português" };
const SIGNS: Record<Theme, string> = {
  auto: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 3v14a7 7 0 0 1 0-14Z",
  light:
    "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 4.9 4.9 3.5l2.8 2.8-1.4 1.4zM16.3 17.7l1.4-1.4 2.8 2.8-1.4 1.4zM3.5 19.1l2.8-2.8 1.4 1.4-2.8 2.8zM16.3 6.3l2.8-2.8 1.4 1.4-2.8 2.8z",
  dark: "M20.5 14.5A9 9 0 0 1 9.5 3.5a9 9 0 1 0 11 11Z",
};

export function LanguageSwitch() {
  return (
    <div class="switch" role="group" aria-label={t("app.language")}>
      {LANGUAGES.map((offered) => (
        <button
          key={offered}
          type="button"
          lang={offered}
          title={NAMES[offered]}
          aria-label={`${offered.toUpperCase()}: ${NAMES[offered]}`}
          aria-pressed={language.value === offered}
          onClick={() => {
            language.value = offered;
          }}
        >
          {offered.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

export function ThemeSwitch() {
  return (
    <div class="switch" role="group" aria-label={t("app.theme")}>
      {THEMES.map((offered) => (
        <button
          key={offered}
          type="button"
          title={t(`app.theme.${offered}`)}
          aria-label={t(`app.theme.${offered}`)}
          aria-pressed={theme.value === offered}
          onClick={() => {
            theme.value = offered;
          }}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={SIGNS[offered]} />
          </svg>
        </button>
      ))}
    </div>
  );
}
