/** The list of lessons. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { notifyError } from "../ui/notices";
import { Header } from "../ui/Header";
import { locale, rulesName, t } from "../i18n";
import { api } from "../net/api";
import { Thumbnail } from "../table/Thumbnail";
import type { LessonShown, TableInfo } from "../wire";
import { LessonButton } from "./LessonButton";
import { fetchLessons, lessons, lessonsDone } from "./lessons";
import "../styles/learn.css";

export function LearnPage() {
  const tables = useSignal<readonly TableInfo[]>([]);
  useEffect(() => {
    fetchLessons().catch(notifyError);
    api.tables().then(
      (own) => (tables.value = own),
      () => undefined, // lessons work without it
    );
  }, []);
  useEffect(() => {
    document.title = `${t("learn.title")} · Ferrovia`;
  }, [locale()]);
  return (
    <div class="learn">
      <Header />
      <main>
        <h1>{t("learn.title")}</h1>
        <p class="learn-lead">{t("learn.words")}</p>
        <ol class="learn-list">
          {lessons.value.map((lesson) => (
            <Lesson key={lesson.id} lesson={lesson} begun={tables.value.find((table) => isOpen(table, lesson))} />
          ))}
        </ol>
        <section class="learn-rules">
          <h2>{t("learn.rules")}</h2>
          <p>{t("learn.rules-words")}</p>
          <ul>
            {RULES.map((id) => (
              <li key={id}>
                <a href={`/rules/${id}`}>{rulesName({ id, name: id })}</a>
              </li>
            ))}
          </ul>
        </section>
      </main>
    </div>
  );
}

const RULES = ["north-america", "north-america-classic", "switzerland", "new-york"];

function isOpen(table: TableInfo, lesson: LessonShown): boolean {
  return table.options.lesson === lesson.id && table.status === "playing";
}

function Lesson({ lesson, begun }: { lesson: LessonShown; begun: TableInfo | undefined }) {
  const done = lessonsDone.value.includes(lesson.id);
  const [title, words] = [`lessons.${lesson.id}.title`, `lessons.${lesson.id}.words`];
  return (
    <li class="lesson panel">
      <div class="lesson-picture">
        <Thumbnail rules={{ id: lesson.rules }} />
      </div>
      <div class="lesson-words">
        <h2>
          {t(title)} {done && <span class="lesson-done">✓ {t("learn.done")}</span>}
        </h2>
        <p>{t(words)}</p>
        <p class="lesson-minutes">{t("learn.minutes", { minutes: lesson.minutes })}</p>
        <p class="lesson-buttons">
          {begun && (
            <a class="button primary" href={`/t/${begun.id}`}>
              {t("learn.continue")}
            </a>
          )}
          <LessonButton
            lesson={lesson}
            words={t(begun || done ? "learn.again" : "learn.begin")}
            quiet={begun !== undefined}
          />
        </p>
      </div>
    </li>
  );
}
