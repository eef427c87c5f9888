/** Opens the page without a connection: keeps all its files, all of one version. */
const PREFIX = 'phlist-';

self.addEventListener('install', (event) => {
  event.waitUntil(refresh().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !/^\/([\w-]+\.\w+)?$/.test(pathname)) return;
  if (pathname === '/sw.js' || pathname === '/authority.crt') return;
  event.respondWith(answer(request, pathname));
  // Each time the page opens, its files are compared with those of the server; new ones are used the next time.
  if (request.mode === 'navigate') event.waitUntil(refresh().catch(() => {}));
});

async function answer(request, pathname) {
  const name = await newest();
  const stored = name && await (await caches.open(name)).match(pathname);
  return stored ?? fetch(request);
}

/** The name of the cache with the newest complete version. */
async function newest() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PREFIX)).sort().at(-1);
}

/** Reads all files again, and keeps them as a new version if one of them differs. */
async function refresh() {
  const index = await load('/');
  const paths = [...(await index.clone().text()).matchAll(/(?:href|src)="(\/[\w.-]+)"/g)].map(([, path]) => path);
  const responses = new Map([['/', index]]);
  await Promise.all([...new Set([...paths, '/icon-192.png'])].map(async (path) => responses.set(path, await load(path))));
  const old = await newest();
  if (old && await isSame(await caches.open(old), responses)) return;
  // The time makes the name; the cache is complete before it is the newest one that others see.
  const name = `${PREFIX}${String(Date.now()).padStart(15, '0')}`;
  const staging = await caches.open(`staging-${name}`);
  await Promise.all([...responses].map(([path, response]) => staging.put(path, response.clone())));
  const cache = await caches.open(name);
  await Promise.all([...responses].map(([path, response]) => cache.put(path, response)));
  await caches.delete(`staging-${name}`);
  for (const other of await caches.keys()) if (other.startsWith(PREFIX) && other < name) await caches.delete(other);
}

async function load(path) {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function isSame(cache, responses) {
  for (const [path, response] of responses) {
    const stored = await cache.match(path);
    if (!stored || stored.headers.get('ETag') !== response.headers.get('ETag')) return false;
  }
  return true;
}
