/** The server's lessons. */

import { signal } from "@preact/signals";
import { areTexts, stored } from "../lib/stored";
import { request } from "../net/api";
import type { BeginLesson, LessonShown, Opened } from "../wire";

export const lessons = signal<readonly LessonShown[]>([]);
/** Lessons completed in this browser. */
export const lessonsDone = stored("lessons-done", [], areTexts);
let asked: Promise<void> | null = null;

export function fetchLessons(): Promise<void> {
  asked ??= request<LessonShown[]>("GET", "/api/lessons").then((loaded) => {
    lessons.value = loaded;
  });
  asked.catch(() => (asked = null)); // do not cache failures
  return asked;
}

export function beginLesson(id: string, name: string): Promise<Opened> {
  const body: BeginLesson = name ? { name } : {};
  return request<Opened>("POST", `/api/lessons/${encodeURIComponent(id)}/table`, body);
}

export function noteDone(id: string): void {
  if (!lessonsDone.peek().includes(id)) lessonsDone.value = [...lessonsDone.peek(), id];
}
