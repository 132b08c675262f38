// The companion's service worker: keeps that one page at hand without a network, and no other.

const CACHE = "companion-{{ version }}";
const PAGE = "/companion";
const RULES = "/api/companion";
const FILES = {{ files|tojson }};
const AT_HAND = {{ rules|tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...FILES, ...AT_HAND])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("companion-") && name !== CACHE).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname === PAGE) event.respondWith(fresh(request, PAGE));
  else if (url.pathname === RULES) event.respondWith(fresh(request, request.url));
  else if (FILES.includes(url.pathname)) event.respondWith(kept(request));
});

/** From the network, and kept under `key`; without a network what was kept. */
async function fresh(request, key) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(key, response.clone());
    return response;
  } catch (error) {
    const found = await cache.match(key);
    if (found === undefined) throw error;
    return found;
  }
}

/** A file of this version, which never changes. */
async function kept(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}
