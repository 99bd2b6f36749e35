/** Starts a lesson. */

import { useSignal } from "@preact/signals";
import { notifyError } from "../ui/notices";
import { go } from "../lib/router";
import { playerName } from "../lib/settings";
import type { LessonShown } from "../wire";
import { beginLesson } from "./lessons";

export function LessonButton({
  lesson,
  words,
  quiet = false,
}: {
  lesson: LessonShown;
  words: string;
  quiet?: boolean;
}) {
  const asking = useSignal(false);
  async function begin(): Promise<void> {
    asking.value = true;
    try {
      const { table } = await beginLesson(lesson.id, playerName.peek().trim());
      go(`/t/${table.id}`);
    } catch (error) {
      notifyError(error);
    } finally {
      asking.value = false;
    }
  }
  return (
    <button
      type="button"
      class={quiet ? "button" : "button primary"}
      disabled={asking.value}
      onClick={() => void begin()}
    >
      {words}
    </button>
  );
}
