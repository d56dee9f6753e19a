// The page without its server: what was seen once is shown again. With the server there, it is always asked first.
const NAME = "kiebitz";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.add("/")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  // Games are never kept: an old table would be a wrong one.
  if (method !== "GET" || origin !== location.origin || !(pathname === "/" || pathname.startsWith("/static/"))) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    try {
      const answer = await fetch(event.request);
      if (answer.ok) await cache.put(event.request, answer.clone());
      return answer;
    } catch (error) {
      const kept = await cache.match(event.request, { ignoreSearch: true });
      if (kept) return kept;
      throw error;
    }
  })());
});
