/** Opens the page without a connection: keeps all its files, all of one version. */
const PREFIX = 'phlist-';

/** Files that a file names: in attributes, in the manifest, and as modules. */
const REFERENCE = /(?:href=|src=|"src": )"(\/[\w.-]+)"|(?:from |import\(|import )'\.(\/[\w-]+\.js)'/g;

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
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX)).sort().reverse();
  for (const name of names) if (await (await caches.open(name)).match('/')) return name;
  return null;
}

/** Reads all files again, and keeps them as a new version if one of them differs. */
async function refresh() {
  const responses = new Map();
  await load('/', responses);
  const old = await newest();
  if (old && await isSame(await caches.open(old), responses)) return;
  const name = `${PREFIX}${String(Date.now()).padStart(15, '0')}`;
  const cache = await caches.open(name);
  await Promise.all([...responses].map(([path, response]) => path !== '/' && cache.put(path, response)));
  // A version counts from its first page on, which comes last.
  await cache.put('/', responses.get('/'));
  for (const other of await caches.keys()) if (other.startsWith(PREFIX) && other < name) await caches.delete(other);
}

/** Reads a file and all that it refers to. */
async function load(path, responses) {
  responses.set(path, null);
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  responses.set(path, response);
  const isText = /javascript|html|manifest/.test(response.headers.get('Content-Type'));
  const text = isText ? await response.clone().text() : '';
  const found = [...text.matchAll(REFERENCE)].map(([, address, module]) => address ?? module);
  await Promise.all(found.filter((other) => !responses.has(other)).map((other) => load(other, responses)));
}

async function isSame(cache, responses) {
  for (const [path, response] of responses) {
    const stored = await cache.match(path);
    if (!stored || stored.headers.get('ETag') !== response.headers.get('ETag')) return false;
  }
  return true;
}
