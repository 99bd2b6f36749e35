// Lets the page open without a network, and install as an app. The page itself is always asked for first, so that an
// upgraded server is never answered with an old page; only files whose names hold their hash are taken from the cache
// without asking. Games (/api, /ws) are never touched.

const SHELL = "ferrovia-shell";
const ASSETS = "ferrovia-assets";
const MOST = 120;
const PATIENCE = 5000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add("/")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && !address.pathname.startsWith("/api/")) event.respondWith(page(request));
  else if (address.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

async function page(request) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    if (answer.ok && isPage) await cache.put("/", answer.clone());
    return answer;
  } catch {
    return (await cache.match("/")) ?? Response.error();
  }
}

async function asset(request) {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await forgetOld(cache);
  }
  return answer;
}

// The oldest go first: those of pages that no server serves any more.
async function forgetOld(cache) {
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((request) => cache.delete(request)));
}
