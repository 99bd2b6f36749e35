/** The end of a lesson, and what may come next. */

import { t } from "../language/language";
import type { LessonShown } from "../wire";
import { LessonButton } from "./LessonButton";
import { lessons } from "./lessons";

export function Finished({ lesson, close }: { lesson: LessonShown; close: () => void }) {
  const next = lessons.value.find(({ order }) => order > lesson.order);
  return (
    <>
      <p>
        <strong>{t("learn.finished")}</strong> {next ? t("learn.next-words", { lesson: t(`lessons.${next.id}.title`) }) : t("learn.all-done")}
      </p>
      <p class="coach-foot">
        {next && <LessonButton lesson={next} words={t("learn.next")} />}
        <button type="button" class="button" onClick={close}>
          {t("learn.play-on")}
        </button>
        <a class="button quiet" href="/">
          {t("learn.home")}
        </a>
      </p>
    </>
  );
}
