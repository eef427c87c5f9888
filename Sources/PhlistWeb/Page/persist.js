/** Keeps the last state on the phone, so that the page opens without a connection. */
import { readAll, write } from './database.js';
import { onPersist, restore } from './store.js';

/** Milliseconds for which changes are collected before they are written. */
const DELAY = 400;

let phone = null;
let waiting = new Map();
let timer = 0;

/** Opens what a phone has stored, and stores what changes from now on. */
export async function openSnapshot(id) {
  phone = id;
  const [items, lists, facts] = await Promise.all(['item', 'list', 'fact'].map((kind) => readAll([id, kind])));
  restore({ items, lists, facts });
  onPersist((key, value) => {
    waiting.set(key.join('/'), [key, value]);
    timer ||= setTimeout(flush, DELAY);
  });
  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  return new Map(facts.map(({ name, value }) => [name, value]));
}

/** Stops storing. */
export function closeSnapshot() {
  phone = null;
  waiting.clear();
}

async function flush() {
  clearTimeout(timer);
  timer = 0;
  if (!phone || !waiting.size) return;
  const entries = [...waiting.values()];
  waiting = new Map();
  const stored = ([kind, name], value) => (kind === 'fact' ? { name, value } : value);
  const puts = entries.filter(([, value]) => value !== undefined)
    .map(([key, value]) => [[phone, ...key], stored(key, value)]);
  const removals = entries.filter(([, value]) => value === undefined).map(([key]) => [phone, ...key]);
  // Without space on the phone the page goes on; it only opens older without a connection.
  await write(puts, removals).catch(() => {});
}
