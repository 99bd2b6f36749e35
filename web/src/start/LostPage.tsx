import { t } from "../i18n";
import { Sorry } from "./Sorry";

/** The page for unknown addresses. */
export function LostPage() {
  return <Sorry title={t("start.lost")}>{t("start.lost.words")}</Sorry>;
}
