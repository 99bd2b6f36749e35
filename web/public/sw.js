// Service worker: the page opens offline and installs as an app. The page itself is network first, so that an upgraded
// server never meets an old page; only assets with a hash in their name are cache first. Games (/api, /ws) and the
// documentation (/docs) are never touched.

const SHELL = "ferrovia-shell";
const ASSETS = "ferrovia-assets";
const PICTURES = ["/icon.svg"];
const WORDS = "ferrovia-words";
const MOST_ASSETS = 120;
const PAGE_TIMEOUT = 5000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(["/", ...PICTURES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (/^\/(api|docs)\//.test(address.pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (address.pathname.startsWith("/assets/")) event.respondWith(asset(event));
  else if (PICTURES.includes(address.pathname)) event.respondWith(picture(event, address.pathname));
});

// Web Push: it is the player's turn at a table. The page has left the words for it, in the player's language.
self.addEventListener("push", (event) => {
  event.waitUntil(tellTurn(event.data?.json()?.table ?? ""));
});

async function tellTurn(table) {
  const path = `/t/${table}`;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const looking = pages.some((each) => each.visibilityState === "visible" && new URL(each.url).pathname === path);
  if (looking) return;
  const words = (await (await kept(WORDS, `/words/${table}`))?.json()) ?? { title: "Ferrovia", body: "" };
  const options = { body: words.body, tag: `ferrovia-${table}`, data: path, icon: "/icon-192.png" };
  await self.registration.showNotification(words.title, options);
}

// A click on a turn notification opens the table.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showTable(event.notification.data ?? "/"));
});

async function showTable(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((each) => new URL(each.url).pathname === path);
  return open ? open.focus() : self.clients.openWindow(path);
}

async function page(event) {
  try {
    const answer = await fetch(event.request, { signal: AbortSignal.timeout(PAGE_TIMEOUT) });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    if (answer.ok && isPage) event.waitUntil(keep(SHELL, "/", answer.clone()));
    return answer;
  } catch {
    return (await kept(SHELL, "/")) ?? Response.error();
  }
}

// Network first: icons have no hash in their names.
async function picture(event, path) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keep(SHELL, path, answer.clone()));
    return answer;
  } catch {
    return (await kept(SHELL, path)) ?? Response.error();
  }
}

async function asset(event) {
  const found = await kept(ASSETS, event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(ASSETS, event.request, answer.clone()));
  return answer;
}

// Without storage or quota the page still works.
async function keep(name, request, answer) {
  try {
    const cache = await caches.open(name);
    await cache.put(request, answer);
    if (name === ASSETS) await forgetOld(cache);
  } catch {
    // fetched again the next time
  }
}

async function kept(name, request) {
  try {
    return await (await caches.open(name)).match(request);
  } catch {
    return undefined;
  }
}

// Evict the oldest assets: those of pages that are no longer served.
async function forgetOld(cache) {
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_ASSETS)).map((request) => cache.delete(request)));
}
