/** Turn alerts: a sound, and a browser notification if the player wants one and the page is hidden. */

import { effect, untracked } from "@preact/signals";
import { rulesName, t } from "../../i18n";
import { alerts } from "../../table/turnAlerts";
import type { Happening } from "../../wire";
import type { Play } from "../state/play";
import { type Cue, play as cue, prepareSounds } from "../../sound/sounds";

const CUES: readonly (readonly [kind: string, cue: Cue])[] = [
  ["last-round", "whistle"],
  ["attempted", "tunnel"],
  ["claimed", "wagon"],
  ["offered", "punch"],
  ["took", "card"],
  ["drew", "card"],
];

export function followAlerts(play: Play): () => void {
  const stopWatching = play.store.watch((sights, played) => {
    const happenings = sights.flatMap((sight) => sight.happenings);
    const heard = CUES.find(([kind]) => happenings.some((each) => has(each, kind)));
    if (heard && played) cue(heard[1]);
  });
  const stopRinging = onRise(
    () => play.store.asked.value.length > 0,
    () => cue("bell"),
  );
  const stopCalling = onRise(
    () => wanted(play),
    () => call(play),
  );
  const stopPreparing = prepareSounds();
  return () => {
    stopWatching();
    stopRinging();
    stopCalling();
    stopPreparing();
  };
}

/** Whether the server waits for this browser: known before the beats have been played, which wait for a hidden page. */
function wanted(play: Play): boolean {
  const table = play.store.latest.value;
  return table?.asked.some((seat) => table.mine.includes(seat)) ?? false;
}

/** Call back each time a condition becomes true; returns a function that stops. */
function onRise(condition: () => boolean, rises: () => void): () => void {
  let before: boolean | null = null;
  return effect(() => {
    const now = condition();
    if (now && before === false) untracked(rises);
    before = now;
  });
}

function has(happening: Happening, kind: string): boolean {
  return happening.kind === "move" && happening.events.some((event) => event.kind === kind);
}

function call(play: Play): void {
  const table = play.store.table.peek();
  if (!table || !alerts.peek() || document.visibilityState === "visible" || typeof Notification === "undefined") return;
  show(t("play.your-turn"), { body: rulesName(table.rules), tag: `ferrovia-${table.id}`, data: location.pathname });
}

/** On phones only the service worker may notify: the page's own way throws. */
export function show(title: string, options: NotificationOptions): void {
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    void showByWorker(title, options);
  }
}

async function showByWorker(title: string, options: NotificationOptions): Promise<void> {
  try {
    const worker = await navigator.serviceWorker.getRegistration();
    await worker?.showNotification(title, options);
  } catch {
    // no notification: title and sound remain
  }
}
