/** The end of a lesson, and what comes next. */

import { t } from "../i18n";
import type { LessonShown } from "../wire";
import { LessonButton } from "./LessonButton";
import { lessons } from "./lessons";

/** `playOn` is null when the game is over too. */
export function Finished({ lesson, playOn }: { lesson: LessonShown; playOn: (() => void) | null }) {
  const next = lessons.value.find(({ order }) => order > lesson.order);
  return (
    <>
      <p>
        <strong>{t("learn.finished")}</strong>{" "}
        {next ? t("learn.next-words", { lesson: t(`lessons.${next.id}.title`) }) : t("learn.all-done")}
      </p>
      <p class="coach-foot">
        {playOn === null && (
          <a class="button primary" href="/">
            {t("learn.play-game")}
          </a>
        )}
        {next && <LessonButton lesson={next} words={t("learn.next")} />}
        {playOn && (
          <button type="button" class="button" onClick={playOn}>
            {t("learn.play-on")}
          </button>
        )}
        {playOn && (
          <a class="button" href="/">
            {t("learn.home")}
          </a>
        )}
      </p>
    </>
  );
}
