/** Service worker: files that were loaded once need no network, until there is a new version.
 *
 * If the browser has lost a file, it comes from the network.
 *
 * VERSION and FILES are written above this by tools/site.py.
 */

/* global VERSION, FILES */

const ROOT = new URL(".", location.href);
const NAME = `aicore ${ROOT.pathname} ${VERSION}`;
const OURS = `aicore ${ROOT.pathname} `;

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(NAME);
      const fresh = (file) => new Request(new URL(file, ROOT).href, { cache: "no-cache" }); // bypass older versions in the browser's cache
      await cache.addAll(["", ...FILES].map(fresh));
      await skipWaiting();
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(ROOT.href)) return;
  url.search = url.hash = "";
  const kept = caches.open(NAME).then((cache) => cache.match(url.href)).catch(() => undefined);
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
