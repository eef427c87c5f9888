/**
 * The changes that were made on this phone and that the server has not confirmed.
 *
 * Each is stored before it is sent, sent in order with its own key, and removed after the reply. A page that is killed
 * in between sends the change once more with the same key, which changes nothing. A change that the server refuses
 * stays, with the message, until somebody discards it or tries it again.
 */
import { ApiError, newKey, request } from './api.js';
import { clear, readAll, write } from './database.js';
import { drafts } from './drafts.js';
import { fold } from './quick.js';
import { isCurrent, locked, readFormer, session } from './session.js';
import {
  changed, learnIDs, mergeItems, mergeLists, OWN_ID, realID, showPending, store, withRealIDs,
} from './store.js';

/** The most pairs of ids that are kept for addresses that the browser still has. */
const SENT_MAX = 500;

/** Milliseconds until a change is tried again, at first and at most. */
const RETRY_FIRST = 1_000;
const RETRY_LAST = 30_000;

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('phlist-outbox') : null;

let changes = [];
/** Those of them that are not on the disk yet, by key. */
const unstored = new Map();
/** Those of them for which the phone has no space, by key: they are sent from the page. */
const unstorable = new Map();
/** The promises of replies that this page waits for, by the key of the change. */
const waiters = new Map();
let sending = null;
let isFlushing = false;
let isAgain = false;
let retryDelay = RETRY_FIRST;
let retryTimer = 0;

/** The key of the change that is on its way, and the ids of the items of the last ones: those are not news. */
export const recentlySent = new Map();

export const outbox = {
  get waiting() { return changes.filter(({ error }) => !error); },
  get refused() { return changes.filter(({ error }) => error); },
  get isEmpty() { return !changes.length; },

  /** Opens the outbox of this page's phone. */
  async open() {
    const sent = await learnSent();
    await reload();
    if (!changes.length && sent.length > SENT_MAX) await clear([session.phone.id, 'sent']);
    channel?.addEventListener('message', ({ data }) => { if (data === session.phone?.id) reload(); });
  },

  /**
   * Adds a change, shows it, and sends it as soon as possible.
   *
   * Returns two promises: `stored` when nothing can lose it any more, and `reply` with the document of the server.
   */
  add(change) {
    const entry = { at: Date.now(), ...change };
    entry.id = nextID(entry.key);
    const reply = new Promise((resolve, reject) => waiters.set(entry.key, { resolve, reject }));
    reply.catch(() => {});
    unstored.set(entry.key, entry);
    changes.push(entry);
    show();
    return { entry, stored: keep(entry), reply };
  },

  /** Removes a change that is not on its way; with those that need what it would have added. */
  async discard(entry) {
    if (sending === entry) return false;
    const gone = changes.filter((other) => other === entry || needs(other, entry.key));
    changes = changes.filter((other) => !gone.includes(other));
    for (const { key } of gone) unstorable.delete(key);
    show();
    for (const { key } of gone) settle(key, 'reject', new Error('discarded'));
    await rewrite(follow(entry, textsOf(entry.body?.seen)), gone.map(keyOf));
    announce();
    return true;
  },

  /** Tries a refused change again, as a new request. */
  async retry(entry) {
    // What somebody else has written was shown with the reason, and is replaced on purpose.
    if (entry.error?.code === 'conflict') delete entry.body?.seen;
    delete entry.error;
    const old = entry.key;
    // Ids of added items contain the key of their change, so that one keeps it; the server has kept no reply to it.
    if (!JSON.stringify(entry.effect ?? {}).includes(old)) entry.key = newKey();
    show();
    await keep(entry);
  },

  flush,

  /** Returns whether a change is still here, on its way or not. */
  has: (key) => changes.some((entry) => entry.key === key),

  /**
   * Notices that an item from an event is one that is being added, so that it is not shown twice until the reply comes.
   */
  recognise(item) {
    if (sending?.path !== '/v1/items' || sending.method !== 'POST') return;
    const title = fold(item.title);
    const match = sending.effect.items.find(([own, patch]) =>
      own !== item.id && realID(own) === own && patch.listID === item.listID && fold(patch.title) === title);
    if (match) learnIDs([[match[0], item.id]]);
  },
};

/** Takes over the changes of a former phone. */
export async function adopt(phone) {
  const [entries, sent] = await Promise.all([readFormer(phone), readAll([phone.id, 'sent'])]);
  const mine = session.phone.id;
  await write([...entries.map((entry) => [[mine, 'outbox', entry.id], entry]),
    ...sent.map((pair) => [[mine, 'sent', pair.own], pair])]);
  await clear([phone.id, 'outbox'], [phone.id, 'sent']);
  learnIDs(sent.map(({ own, real }) => [own, real]));
  await reload();
  flush();
}

let lastTime = 0;

/** Makes an id that sorts after all others of this phone. */
function nextID(key) {
  lastTime = Math.max(lastTime + 1, Date.now());
  return `${String(lastTime).padStart(15, '0')}-${key}`;
}

const keyOf = (entry) => [session.phone.id, 'outbox', entry.id];

async function keep(entry) {
  try {
    await write([[keyOf(entry), entry]]);
    unstorable.delete(entry.key);
  } catch (error) {
    unstorable.set(entry.key, entry);
    throw error;
  } finally {
    unstored.delete(entry.key);
    announce();
    flush();
  }
}

/** Learns the ids of what this phone has added, on this page or another; returns them. */
async function learnSent() {
  const sent = await readAll([session.phone.id, 'sent']);
  learnIDs(sent.map(({ own, real }) => [own, real]));
  return sent;
}

/** Reads the changes again, because another page has added or sent some. */
async function reload() {
  const volatile = new Set([...unstorable.values()].map(({ id }) => id));
  const stored = (await readAll([session.phone.id, 'outbox'])).filter(({ id }) => !volatile.has(id));
  const known = new Set([...stored.map(({ key }) => key), ...unstored.keys(), ...unstorable.keys()]);
  const gone = changes.filter(({ key }) => !known.has(key));
  const here = new Map(changes.map((entry) => [entry.key, entry]));
  // Another page may have refused it, or moved what it is about; a refused one may be being mended here.
  const taken = ({ error, body, query, effect }) => (error ? { error } : { error, body, query, effect });
  changes = [...stored.map((entry) => Object.assign(here.get(entry.key) ?? entry, taken(entry))),
    ...unstored.values(), ...unstorable.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  lastTime = Math.max(lastTime, ...changes.map(({ id }) => Number(id.slice(0, 15))));
  for (const { key } of gone) settle(key, 'resolve', null);
  show();
}

const announce = () => channel?.postMessage(session.phone?.id);

function show() {
  showPending(changes.filter(({ error }) => !error));
}

function settle(key, how, value) {
  waiters.get(key)?.[how](value);
  waiters.delete(key);
}

/** Returns whether a change is about something that another one adds. */
const needs = (entry, key) => entry.key !== key && JSON.stringify([entry.body, entry.query]).includes(`new-${key}-`);

// --- Sending

/** Sends what waits, in order, one page at a time. */
async function flush() {
  if (isFlushing) {
    isAgain = true;
    return;
  }
  isFlushing = true;
  clearTimeout(retryTimer);
  try {
    do {
      isAgain = false;
      if (session.isConfirmed && changes.length) await locked(sendAll);
    } while (isAgain);
  } finally {
    isFlushing = false;
    changed();
  }
}

async function sendAll() {
  // What another page has sent comes first: its pairs are on the disk before its change is gone.
  await reload();
  await learnSent();
  for (const entry of [...changes]) {
    if (entry.error || !changes.includes(entry)) continue;
    if (!session.isConfirmed || !isCurrent()) return;
    if (unstored.has(entry.key)) {
      isAgain = true;
      return;
    }
    const sent = resolved(entry);
    if (!sent) await hold(entry);
    else if (!await send(entry, sent)) return;
  }
}

/** Returns the request of a change with real ids; null while the server does not know something that it needs. */
function resolved(entry) {
  const text = withRealIDs(JSON.stringify({ body: entry.body, query: entry.query }));
  return text.match(OWN_ID) ? null : JSON.parse(text);
}

/** Leaves a change until what it needs is sent, and refuses one for which that will never be. */
async function hold(entry) {
  const isAwaited = changes.some(({ key }) => needs(entry, key));
  if (!isAwaited) await refuse(entry, new ApiError(409, { message: 'what it changes was not added' }));
}

/** Sends one change; returns false if the others have to wait. */
async function send(entry, { body, query }) {
  sending = entry;
  const since = store.clock;
  try {
    const reply = await request(entry.method, entry.path, { query, body: entry.file ?? body, key: entry.key });
    await finish(entry, reply, since);
    retryDelay = RETRY_FIRST;
    return true;
  } catch (error) {
    return fail(entry, error);
  } finally {
    sending = null;
  }
}

async function finish(entry, reply, since) {
  const pairs = pairsOf(entry, reply);
  const items = [...reply.added ?? [], ...reply.reopened ?? [], ...reply.existing ?? [], ...reply.changed ?? []];
  const [lists, others] = [items.filter(isList), items.filter((item) => item.listID)];
  changes = changes.filter((other) => other !== entry);
  unstorable.delete(entry.key);
  entry.updates = others.map(({ id, updatedAt }) => [id, updatedAt]);
  for (const { id } of others) recentlySent.set(id, Date.now());
  learnIDs(pairs);
  for (const pair of pairs) drafts.rename(...pair);
  mergeItems(others, since);
  mergeLists(reply.list && isList(reply.list) ? [...lists, reply.list] : lists, since);
  show();
  settle(entry.key, 'resolve', reply);
  const renamed = [...renameMoved(entry, reply), ...follow(entry, others[0] ?? {})]
    .filter(({ key }) => !unstorable.has(key));
  await write([...pairs.map(([own, real]) => [[session.phone.id, 'sent', own], { own, real }]),
    ...renamed.map((other) => [keyOf(other), other])], [keyOf(entry)]);
  announce();
}

const isList = (value) => value.kind === 'checklist' || value.kind === 'form';

/** Finds the real ids of what a change has added, or moved after it was added here. */
function pairsOf(entry, reply) {
  if (entry.method !== 'POST') return [];
  if (entry.path === '/v1/lists') return [[`new-${entry.key}-0`, reply.list.id]];
  if (entry.path === '/v1/items/move') return [movedPair(entry, reply)].filter(([own]) => own.match(OWN_ID));
  if (entry.path !== '/v1/items') return [];
  const all = [...reply.added, ...reply.reopened, ...reply.existing];
  const matches = entry.effect.items.map(([own], index) => {
    const title = fold(entry.body.titles[index]);
    return [own, all.find((item) => fold(item.title) === title)?.id];
  });
  // A title that is the same by rules that this page does not know is one of those that are left.
  const known = new Set(matches.map(([, real]) => real));
  const rest = all.map(({ id }) => id).filter((id) => !known.has(id));
  return matches.map(([own, real]) => [own, real ?? rest.shift()]).filter(([, real]) => real);
}

/** The ids of an item before and after a move; those of items below it follow in the reply. */
function movedPair({ body: { items: [from] } }, { changed, unchanged }) {
  return [from, [...changed, ...unchanged][0]?.id ?? from];
}

/** Lets later changes of what was moved mean it by the id that it has in its new list; returns these changes. */
function renameMoved(entry, reply) {
  if (entry.path !== '/v1/items/move') return [];
  const [from, to] = movedPair(entry, reply);
  if (from === to || from.match(OWN_ID)) return [];
  const later = changes.filter(({ body, query }) => JSON.stringify([body, query]).includes(from));
  for (const change of later) {
    const { body, query, effect } = change;
    Object.assign(change, JSON.parse(JSON.stringify({ body, query }).replaceAll(from, to)));
    if (effect?.items) effect.items = effect.items.map(([id, patch]) => [id === from ? to : id, patch]);
  }
  return later;
}

/** Handles a refusal or a lost connection; returns whether the next change may be sent. */
async function fail(entry, error) {
  const isRefused = error instanceof ApiError && !error.isTemporary && error.status !== 401;
  if (!isRefused) {
    if (error?.status !== 401) retryLater();
    return false;
  }
  await refuse(entry, error);
  return true;
}

/** Keeps a change that cannot be sent, until somebody discards it or tries it again. */
async function refuse(entry, error) {
  entry.error = { code: error.code, message: error.message, hint: error.hint, details: error.details };
  show();
  settle(entry.key, 'reject', error);
  await rewrite([entry, ...follow(entry, textsOf(entry.body?.seen))]);
  announce();
}

/** Stores changes again that were changed themselves, where they are stored at all. */
const rewrite = (entries, gone = []) =>
  write(entries.filter(({ key }) => !unstorable.has(key)).map((entry) => [keyOf(entry), entry]), gone);

/** Returns the texts in a change of an item, or in what was seen before it. */
const textsOf = ({ title, fields } = {}) => ({ ...fields, ...(title === undefined ? {} : { title }) });

const soleItem = ({ path, body }) => (path === '/v1/items' && body?.items?.length === 1 ? realID(body.items[0]) : null);

/**
 * Tells later changes of an item what the texts of one have become: what those replace was never there for anybody else
 * if it was refused, and may have another form if it was not. Returns those that differ now.
 */
function follow(entry, present) {
  const [item, written] = [soleItem(entry), textsOf(entry.body)];
  return changes.filter((other) => {
    const { seen } = other.body ?? {};
    if (!item || !seen || other.id <= entry.id || soleItem(other) !== item) return false;
    const texts = [[seen, 'title'], ...Object.keys(seen.fields ?? {}).map((name) => [seen.fields, name])]
      .filter(([all, name]) => all[name] !== undefined && all[name] === written[name] && present[name] !== undefined
        && present[name] !== all[name]);
    for (const [all, name] of texts) all[name] = present[name];
    return texts.length > 0;
  });
}

function retryLater() {
  retryTimer = setTimeout(flush, retryDelay);
  retryDelay = Math.min(retryDelay * 2, RETRY_LAST);
}
