import { t } from "../language/language";

export function StartPage() {
  return <h1>{t("app.title")}</h1>;
}
