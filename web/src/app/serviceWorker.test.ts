/** Runs the service worker in a fake browser. */

import { expect, it, vi } from "vitest";
import source from "../../public/sw.js?raw";

type Handler = (event: unknown) => void;

function install(
  put: () => Promise<void>,
  fetch: () => Promise<Response>,
  kept: Record<string, string> = {},
  more = {},
) {
  const handlers: Record<string, Handler> = {};
  const self = {
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
    skipWaiting: () => undefined,
    ...more,
  };
  const addAll = (paths: string[]) => Promise.resolve(paths.forEach((path) => (kept[path] = `kept ${path}`)));
  const match = (path: string) => Promise.resolve(kept[path] === undefined ? undefined : new Response(kept[path]));
  const cache = { put, match, addAll, keys: () => Promise.resolve([]) };
  const caches = { open: () => Promise.resolve(cache) };
  // oxlint-disable-next-line no-new-func -- a worker has no exports: it is run as the browser does
  const run = new Function("self", "caches", "fetch", "location", source);
  run(self, caches, fetch, { origin: "http://here" });
  return handlers;
}

async function asks(handlers: Record<string, Handler>, path: string, mode: string): Promise<Response> {
  const waits: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  handlers.fetch?.({
    request: { url: `http://here${path}`, method: "GET", mode },
    respondWith: (given: Promise<Response>) => (answer = given),
    waitUntil: (promise: Promise<unknown>) => waits.push(promise),
  });
  const given = await answer;
  await Promise.all(waits); // a failure of background work fails the test
  if (!given) throw new Error("the worker did not answer");
  return given;
}

it.each([
  ["/", "navigate"],
  ["/assets/board-1.js", "cors"],
  ["/icon.svg", "no-cors"],
])("answers with %s although the browser has no room to keep it", async (path, mode) => {
  const put = vi.fn(() => Promise.reject(new Error("QuotaExceededError")));
  const fetch = () => Promise.resolve(new Response("here", { headers: { "content-type": "text/html" } }));
  const answer = await asks(install(put, fetch), path, mode);
  expect(await answer.text()).toBe("here");
  expect(put).toHaveBeenCalledOnce();
});

it.each([
  ["/", "navigate"],
  ["/icon.svg", "no-cors"],
])("has kept %s for when no server answers", async (path, mode) => {
  const handlers = install(
    () => Promise.resolve(),
    () => Promise.reject(new TypeError("no network")),
  );
  const waits: Promise<unknown>[] = [];
  handlers.install?.({ waitUntil: (promise: Promise<unknown>) => waits.push(promise) });
  await Promise.all(waits);
  expect(await (await asks(handlers, path, mode)).text()).toBe(`kept ${path}`);
});

it.each(["/api/rules", "/docs/rules.html"])("leaves %s alone", async (path) => {
  const nothing = () => Promise.reject(new Error("not asked for"));
  await expect(asks(install(nothing, nothing), path, "navigate")).rejects.toThrow("did not answer");
});

/** Deliver a push message; what the worker shows. */
async function pushed(kept: Record<string, string>, pages: { url: string; visibilityState: string }[]) {
  const showNotification = vi.fn(() => Promise.resolve());
  const more = { registration: { showNotification }, clients: { matchAll: () => Promise.resolve(pages) } };
  const nothing = () => Promise.reject(new Error("not asked for"));
  const handlers = install(nothing, nothing, kept, more);
  let done: Promise<unknown> | undefined;
  handlers.push?.({
    data: { json: () => ({ table: "abc" }) },
    waitUntil: (promise: Promise<unknown>) => (done = promise),
  });
  await done;
  return showNotification;
}

it("says whose turn it is, in the words the page has left", async () => {
  const words = JSON.stringify({ title: "Tocca a te", body: "Svizzera" });
  const elsewhere = { url: "http://here/t/xyz", visibilityState: "visible" };
  const hidden = { url: "http://here/t/abc", visibilityState: "hidden" };
  const options = { body: "Svizzera", tag: "ferrovia-abc", data: "/t/abc", icon: "/icon-192.png" };
  expect(await pushed({ "/words/abc": words }, [elsewhere, hidden])).toHaveBeenCalledExactlyOnceWith(
    "Tocca a te",
    options,
  );
  expect(await pushed({}, [])).toHaveBeenCalledExactlyOnceWith("Ferrovia", { ...options, body: "" });
  const looking = { url: "http://here/t/abc", visibilityState: "visible" };
  expect(await pushed({ "/words/abc": words }, [looking])).not.toHaveBeenCalled();
});
