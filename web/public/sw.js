// Lets the page open without a network, and install as an app. The page itself is always asked for first, so that an
// upgraded server is never answered with an old page; only files whose names hold their hash are taken from the cache
// without asking. Games (/api, /ws) are never touched.

const SHELL = "ferrovia-shell";
const ASSETS = "ferrovia-assets";
const PICTURES = ["/icon.svg"];
const MOST = 120;
const PATIENCE = 5000;

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
  if (request.mode === "navigate" && !address.pathname.startsWith("/api/")) event.respondWith(page(event));
  else if (address.pathname.startsWith("/assets/")) event.respondWith(asset(event));
  else if (PICTURES.includes(address.pathname)) event.respondWith(picture(event, address.pathname));
});

// Whoever is told that it is their turn gets to the table.
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
    const answer = await fetch(event.request, { signal: AbortSignal.timeout(PATIENCE) });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    if (answer.ok && isPage) event.waitUntil(keep(SHELL, "/", answer.clone()));
    return answer;
  } catch {
    return (await kept(SHELL, "/")) ?? Response.error();
  }
}

// Those of the page itself have no hash in their names: the server is asked first.
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

// A browser that has no room, or keeps nothing, shows the page all the same.
async function keep(name, request, answer) {
  try {
    const cache = await caches.open(name);
    await cache.put(request, answer);
    if (name === ASSETS) await forgetOld(cache);
  } catch {
    // asked for again the next time
  }
}

async function kept(name, request) {
  try {
    return await (await caches.open(name)).match(request);
  } catch {
    return undefined;
  }
}

// The oldest go first: those of pages that no server serves any more.
async function forgetOld(cache) {
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((request) => cache.delete(request)));
}
