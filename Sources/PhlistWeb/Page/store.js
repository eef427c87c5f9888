/**
 * The lists and items that this phone knows, and over them the changes that it has not sent yet.
 *
 * `base` is what the server said last. What a page shows is the base with the effects of the changes in the outbox, so
 * that a change shows at once, and goes away if the server refuses it.
 */

/** Called after each change of what is shown. */
const listeners = new Set();
let isAnnounced = false;

const base = {
  items: new Map(),
  lists: new Map(),
  /** The place of each item in its list, by its id. */
  ranks: new Map(),
  /** The ids of the items of each list. */
  members: new Map(),
};

/** The ids that the server gave to items which this phone had added under ids of its own. */
const realIDs = new Map();
const ownIDs = new Map();

let pending = [];
let overlay = null;

/** Counts events. An answer that was asked for before an event does not undo it. */
let clock = 0;
const touchedAt = new Map();

/** Called with the keys of the base that changed, to store them. */
let persist = () => {};

export const store = {
  /** Other things that the server said: `members`, `me`, `invitations`, `filters`, `notices`, `sections/LIST`. */
  facts: new Map(),

  get clock() { return clock; },

  /** The time of the last event about an item, or about a list or something in it that is not an item. */
  touchedAt: (id) => touchedAt.get(id) ?? 0,

  item: (id) => effects().items.get(realID(id)) ?? base.items.get(realID(id)),
  list: (id) => effects().lists.get(id) ?? base.lists.get(id),

  /** The lists that are new here: events tell what changes in them, not what was there before. */
  unread: () => store.facts.get('unread') ?? [],

  /** The lists that are not in the trash, those without a date last. */
  lists() {
    const ids = new Set([...base.lists.keys(), ...effects().lists.keys()]);
    return [...ids].map((id) => store.list(id)).filter((list) => !list.isTrashed && !list.isLeft);
  },

  /** The items of a list that are not in the trash, in no particular order. */
  itemsOf(listID) {
    const ids = new Set(base.members.get(listID));
    for (const id of effects().items.keys()) ids.add(id);
    return [...ids].map((id) => store.item(id)).filter((item) => item.listID === listID && !item.isTrashed);
  },

  /** All items that are not in the trash. */
  allItems() {
    const ids = new Set([...base.items.keys(), ...effects().items.keys()]);
    return [...ids].map((id) => store.item(id)).filter((item) => !item.isTrashed);
  },

  /** The place of an item in its list: the smaller, the earlier. */
  rank: (item) => item.rank ?? base.ranks.get(item.id) ?? Number.MAX_SAFE_INTEGER,

  /** Returns a key that stays the same when the server gives an item its id. */
  keyOf: (id) => ownIDs.get(id) ?? id,

  sections: (listID) => store.facts.get(`sections/${listID}`) ?? [],
};

/** Returns the id of an item by the server; the same id if it has none yet. */
export const realID = (id) => realIDs.get(id) ?? id;

/** The ids that this phone gives to what it adds: the key of the change, and a number. */
export const OWN_ID = /new-[0-9a-f]{32}-\d+/g;

/** Returns a text with the ids by the server in it, where they are known. */
export const withRealIDs = (text) => text.replace(OWN_ID, realID);

/** Calls a function after changes, at most once for all changes of a turn. */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that what is shown has changed. */
export function changed() {
  overlay = null;
  if (isAnnounced) return;
  isAnnounced = true;
  queueMicrotask(() => {
    isAnnounced = false;
    for (const listener of listeners) listener();
  });
}

export function onPersist(write) {
  persist = write;
}

// --- What the server says

/** Takes an item from an event, which is newer than all answers that are still to come. */
export function touch(item) {
  touchedAt.set(item.id, ++clock);
  putItem(item);
  changed();
}

/** Takes a list from an event. */
export function touchList(list) {
  touchedAt.set(list.id, ++clock);
  putList(list);
  changed();
}

/** Takes items from an answer to what was asked at a time of the clock. */
export function mergeItems(items, since) {
  for (const item of items) if (!isTouched(item.id, since)) putItem(item);
  changed();
}

/**
 * Takes lists from an answer; the only ones if it is complete.
 */
export function mergeLists(lists, since, isComplete = false) {
  const known = new Set(lists.map(({ id }) => id));
  for (const list of lists) if (!isTouched(list.id, since)) putList(list);
  for (const id of isComplete ? [...base.lists.keys()] : []) {
    if (!known.has(id) && !isTouched(id, since)) dropList(id);
  }
  changed();
}

/**
 * Takes all items that are in a state, of one list or of all, in their order; others of them are gone.
 *
 * @param {(item: object) => boolean} covers which known items the answer would contain.
 */
export function replaceItems(items, since, covers) {
  const known = new Set();
  items.forEach((item, index) => {
    known.add(item.id);
    // What an event has told since then is newer; only the place is not in it.
    const shown = isTouched(item.id, since) ? base.items.get(item.id) : item;
    if (shown?.listID === item.listID) putItem(shown, item.position ?? index);
  });
  for (const item of [...base.items.values()]) {
    if (covers(item) && !known.has(item.id) && !isTouched(item.id, since)) dropItem(item);
  }
  changed();
}

/** Forgets the items that only the pages of their lists ask for: those that are completed or in the trash. */
export function dropClosed() {
  for (const item of [...base.items.values()]) if (item.state !== 'open' || item.isTrashed) dropItem(item);
  changed();
}

/** Sets another thing that the server said. */
export function setFact(name, value) {
  store.facts.set(name, value);
  persist(['fact', name], value);
  changed();
}

const isTouched = (id, since) => (touchedAt.get(id) ?? 0) > since;

function putItem({ position, ...item }, rank = position) {
  const before = base.items.get(item.id);
  const isSame = before && JSON.stringify(before) === JSON.stringify(item);
  // What is the same stays the same object, so that nothing is drawn or stored again.
  if (isSame && (rank ?? base.ranks.get(item.id)) === base.ranks.get(item.id)) return;
  if (before && before.listID !== item.listID) base.members.get(before.listID)?.delete(item.id);
  base.items.set(item.id, isSame ? before : item);
  if (!base.members.has(item.listID)) base.members.set(item.listID, new Set());
  base.members.get(item.listID).add(item.id);
  const place = rank ?? base.ranks.get(item.id) ?? endOf(item.listID);
  base.ranks.set(item.id, place);
  persist(['item', item.id], { item, rank: place });
}

function putList(list) {
  if (!base.lists.has(list.id)) setFact('unread', [...store.unread(), list.id]);
  base.lists.set(list.id, list);
  persist(['list', list.id], list);
}

/** The place after the last item of a list. */
function endOf(listID) {
  let last = 0;
  for (const id of base.members.get(listID)) last = Math.max(last, base.ranks.get(id) ?? 0);
  return last + 1;
}

function dropItem(item) {
  base.items.delete(item.id);
  base.ranks.delete(item.id);
  base.members.get(item.listID)?.delete(item.id);
  persist(['item', item.id]);
}

function dropList(id) {
  for (const itemID of [...base.members.get(id) ?? []]) dropItem(base.items.get(itemID));
  base.lists.delete(id);
  persist(['list', id]);
}

// --- What the phone has not sent yet

/** Shows the effects of some changes, in their order. */
export function showPending(changes) {
  pending = changes;
  changed();
}

/** Remembers the ids that the server gave to added items: pairs of the phone's own id and the real one. */
export function learnIDs(pairs) {
  for (const [own, real] of pairs) {
    realIDs.set(own, real);
    ownIDs.set(real, own);
  }
  changed();
}

function effects() {
  if (overlay) return overlay;
  overlay = { items: new Map(), lists: new Map() };
  for (const { effect } of pending) {
    for (const [id, patch] of effect?.items ?? []) apply(patch, overlay.items, base.items, realID(id));
    for (const [id, patch] of effect?.lists ?? []) apply(patch, overlay.lists, base.lists, id);
  }
  return overlay;
}

function apply(patch, over, under, id) {
  const before = over.get(id) ?? under.get(id);
  // A change of something that is gone shows nothing; an added item brings all of its fields.
  if (before || patch.title !== undefined) over.set(id, { ...before, ...patch, id, isPending: true });
}

/** Fills the base with what was stored on the phone. */
export function restore({ items, lists, facts }) {
  const write = persist;
  persist = () => {};
  for (const { item, rank } of items) putItem(item, rank);
  for (const list of lists) base.lists.set(list.id, list);
  for (const { name, value } of facts) store.facts.set(name, value);
  persist = write;
  changed();
}
