/** Addresses of pages within the page, `#/list/ID`, and going between them. */
import { h, setText } from './dom.js';
import { subscribe, withRealIDs } from './store.js';

const main = document.getElementById('main');

/** Pages by the first word of their address. */
const routes = new Map();
const later = [];
let view = null;

/** Where each page was scrolled to, for going back. */
const places = new Map();
let shownHash = null;
let isLink = false;

/**
 * Adds a page.
 *
 * `open` gets the rest of the address and returns `{title, element}`, and if needed `update`, called after changes;
 * `title` may be a function; `close`, called when the page is left; and `bar`, elements for the bar at the top.
 */
export function route(name, open) {
  routes.set(name, open);
}

export function startRouting() {
  history.scrollRestoration = 'manual';
  addEventListener('hashchange', () => show());
  addEventListener('scroll', () => { if (shownHash === location.hash) places.set(shownHash, window.scrollY); },
    { passive: true });
  document.addEventListener('click', (event) => { isLink = Boolean(event.target.closest('a[href^="#"]')); }, true);
  subscribe(update);
  show();
}

/** Adds pages whose module is read when one of them is opened. */
export function lazyRoutes(names, load) {
  later.push(load);
  for (const name of names) {
    routes.set(name, () => {
      const loading = load().then(() => { if (view === opened) show(); });
      const opened = { element: h('p.page', { role: 'status' }, '…') };
      loading.catch(() => opened.element.replaceChildren('This part of the page could not be read: no connection.'));
      return opened;
    });
  }
}

/** Reads all modules, so that their pages open without a connection even where no service worker keeps them. */
export const loadAll = () => Promise.all(later.map((load) => load())).catch(() => {});

/** Goes to a page; with `isReplaced`, Back does not return to this one. */
export function go(hash, isReplaced = false) {
  isLink = true;
  if (isReplaced) location.replace(hash);
  else location.hash = hash;
}

/** Goes back, or to a page if this is the first one. */
export function goBack(hash) {
  if (places.size > 1 && history.length > 1) history.back();
  else go(hash, true);
}

/** Shows the page of the address again. */
export function show() {
  const [name, ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decode);
  view?.close?.();
  const open = routes.get(name) ?? routes.get('');
  view = open(...rest);
  main.replaceChildren(view.element);
  document.getElementById('bar').replaceChildren(...view.bar ?? []);
  update();
  restorePlace();
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function update() {
  view?.update?.();
  useRealIDs();
  const title = typeof view?.title === 'function' ? view.title() : view?.title;
  document.title = title ? `${title} · phlist` : 'phlist';
  const heading = main.querySelector('h1');
  if (heading?.dataset.live) setText(heading, title);
}

/** Gives what was added on this phone its real address, which lasts. */
function useRealIDs() {
  const hash = withRealIDs(location.hash);
  if (hash === location.hash) return;
  history.replaceState(null, '', hash);
  places.set(hash, places.get(shownHash));
  shownHash = hash;
}

/** Scrolls to where the page was, or to its beginning, and puts the focus there for screen readers. */
function restorePlace() {
  const isFirst = shownHash === null;
  shownHash = location.hash;
  window.scrollTo(0, isLink ? 0 : places.get(shownHash) ?? 0);
  places.set(shownHash, window.scrollY);
  isLink = false;
  if (isFirst) return;
  const heading = main.querySelector('h1');
  if (!heading || main.contains(document.activeElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
