/** Notifications when it is the player's turn: whether they are wanted, and by Web Push with the page closed. */

import { effect } from "@preact/signals";
import { rulesName, t } from "../i18n";
import { isFlag, stored } from "../lib/stored";
import { api } from "../net/api";
import type { TableInfo } from "../wire";
import type { TableStore } from "./store";

export const alerts = stored("alerts", false, isFlag);

/** Where the service worker finds the words for a notification: it has no catalogue of its own. */
const WORDS = "ferrovia-words";

/** Switch alerts on or off; false if the browser does not permit them. */
export async function askAlerts(on: boolean): Promise<boolean> {
  if (on && typeof Notification !== "undefined" && Notification.permission !== "granted")
    await Notification.requestPermission();
  alerts.value = on && typeof Notification !== "undefined" && Notification.permission === "granted";
  return alerts.value === on;
}

/** Whether this browser can be reached with the page closed; browsers want TLS for that, or localhost. */
export function canPush(): boolean {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis;
}

/** The page is open: what was to call the player there has done so. */
async function closeNotifications(id: string): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  for (const each of await worker.getNotifications({ tag: `ferrovia-${id}` })) each.close();
}

/** Subscribe at a table with other people while alerts are on; returns a function that stops following. */
export function followPush(store: TableStore): () => void {
  let done: string | null = null;
  if (canPush()) closeNotifications(store.id).catch(() => undefined); // they stay until the player dismisses them
  return effect(() => {
    const table = store.table.value;
    if (!table || !canPush() || !waitsForOthers(table)) return;
    const state = `${alerts.value} ${table.mine.join(" ")}`;
    if (state === done || (done === null && !alerts.value)) return;
    done = state;
    (alerts.value ? subscribe(table) : unsubscribe(table)).catch(() => {
      done = null; // the push service cannot be reached: the open page still tells
    });
  });
}

function waitsForOthers({ status, mine, seats }: TableInfo): boolean {
  const running = status === "lobby" || status === "playing";
  return running && mine.length > 0 && seats.some(({ kind }, seat) => kind !== "bot" && !mine.includes(seat));
}

async function subscribe(table: TableInfo): Promise<void> {
  const [worker, { key }] = await Promise.all([navigator.serviceWorker.ready, api.pushOffer()]);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await worker.pushManager.subscribe(options)).toJSON();
  const subscription = { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
  await keepWords(table);
  await Promise.all(table.mine.map((seat) => api.subscribe(table.id, seat, subscription)));
}

async function unsubscribe(table: TableInfo): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  if (subscription) await Promise.all(table.mine.map((seat) => api.unsubscribe(table.id, seat, subscription.endpoint)));
}

async function keepWords(table: TableInfo): Promise<void> {
  const words = { title: t("play.your-turn"), body: rulesName(table.rules) };
  const cache = await caches.open(WORDS);
  await cache.put(`/words/${table.id}`, Response.json(words));
}
