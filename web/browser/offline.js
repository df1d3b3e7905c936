/** Service worker that caches all files of a version, so that the page needs no network until the next version.
 *
 * If the browser has dropped a file, it comes from the network.
 *
 * tools/site.py writes VERSION and FILES above this comment.
 */

/* global VERSION, FILES */

const ROOT = new URL(".", location.href);
const PREFIX = `aicore ${ROOT.pathname} `; // of the names of this page's caches
const CACHE = `${PREFIX}${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      const request = (file) => new Request(new URL(file, ROOT).href, { cache: "no-cache" }); // bypass older versions in the browser's cache
      await cache.addAll(["", ...FILES].map(request));
      await skipWaiting();
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(ROOT.href)) return;
  url.search = url.hash = "";
  const cached = caches.open(CACHE).then((cache) => cache.match(url.href)).catch(() => undefined);
  event.respondWith(cached.then((found) => found ?? fetch(event.request)));
});
