import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TableInfo } from "../wire";
import type { TableStore } from "./store";
import { alerts, followPush } from "./turnAlerts";

let posts: [path: string, body: unknown][];
const endpoint = "https://push.example/1";
const subscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: "point", auth: "secret" } }) };
const subscribe = vi.fn(() => Promise.resolve(subscription));
const put = vi.fn((_: string, words: Response) => words.json());

beforeEach(() => {
  posts = [];
  alerts.value = true;
  subscribe.mockClear();
  put.mockClear();
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", () => undefined);
  vi.stubGlobal("caches", { open: () => Promise.resolve({ put }) });
  const pushManager = { subscribe, getSubscription: () => Promise.resolve(subscription) };
  const ready = Promise.resolve({ pushManager, getNotifications: () => Promise.resolve([]) });
  vi.stubGlobal("navigator", { serviceWorker: { ready } });
  vi.stubGlobal("fetch", (path: string, { body }: { body: string | null }) => {
    posts.push([path, body && JSON.parse(body)]);
    return Promise.resolve(Response.json({ key: "public" }));
  });
});
afterEach(() => vi.unstubAllGlobals());

function tableWith(kind: string): TableStore {
  const seats = [{ kind: "person" }, { kind }];
  const table = { id: "abc", status: "playing", mine: [0], seats, rules: { id: "x", name: "X" } };
  return { id: "abc", table: signal(table as unknown as TableInfo) } as unknown as TableStore;
}

it("subscribes for the own seat with the server's key, leaves words, and ends it with the setting", async () => {
  const stop = followPush(tableWith("person"));
  await vi.waitFor(() => expect(posts).toHaveLength(2));
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: "public" });
  expect(put.mock.calls[0]?.[0]).toBe("/words/abc");
  expect(posts[1]).toEqual(["/api/tables/abc/seats/0/push", { endpoint, p256dh: "point", auth: "secret" }]);
  alerts.value = false;
  await vi.waitFor(() => expect(posts[2]).toEqual(["/api/tables/abc/seats/0/push/end", { endpoint }]));
  stop();
});

it("bothers nobody who did not ask, or who plays against bots", async () => {
  const stop = followPush(tableWith("bot"));
  alerts.value = false;
  const other = followPush(tableWith("person"));
  await Promise.resolve();
  expect([posts, subscribe.mock.calls]).toEqual([[], []]);
  stop();
  other();
});
