/** Reads from the server, and takes in its events. */
import { get } from './api.js';
import { today } from './dates.js';
import { follow } from './live.js';
import { outbox, recentlySent } from './outbox.js';
import { session } from './session.js';
import { announce } from './toast.js';
import {
  changed, dropClosed, mergeLists, replaceItems, setFact, store, touch, touchList,
} from './store.js';

/** Milliseconds after an event until the order of its list is read again, which events do not tell. */
const ORDER_DELAY = 150;
/** Milliseconds after the last change of a list until its counts and the invitations are read again. */
const HOME_DELAY = 400;
/** Milliseconds for which an event about something that this phone has sent is not announced. */
const OWN = 10_000;

export const connection = { isLive: false };

/** Milliseconds until something that could not be read is read again. */
const RETRY = 5_000;

let stream = null;
/** The list that the page shows. */
let shownList = null;
/** True once all open items have been asked for, and once they have arrived. */
let isComplete = false;
let isLoaded = false;
let cursor;

/** Begins to follow the server, from the cursor that belongs to the stored state, if there is one. */
export function start(storedCursor) {
  cursor = storedCursor;
  isComplete = isLoaded = Boolean(cursor);
  stream = follow({ cursor, onEvent: take, onState });
  // Shows something while the stream is being opened. What changes until then is only in the next answer.
  loadHome(true);
}

export const stop = () => stream?.stop();

function onState(isLive) {
  connection.isLive = isLive;
  changed();
  if (!isLive) return;
  loadHome();
  loadPeople().catch(report);
  if (shownList) loadList(shownList);
  outbox.flush();
}

/** Reads all lists, what concerns the person, and at first all open items; `isEarly` before events are followed. */
export async function loadHome(isEarly = false) {
  const since = store.clock;
  const wasComplete = isComplete;
  isComplete ||= !isEarly;
  try {
    const [overview, open] = await Promise.all([
      get('/v1/overview', { today: today() }), wasComplete ? null : get('/v1/items', { state: 'open' }),
    ]);
    mergeLists(overview.lists, since, true);
    for (const name of ['invitations', 'notices', 'conflictCount']) setFact(name, overview[name]);
    if (open) {
      replaceItems(open.items, since, (item) => item.state === 'open' && !item.isTrashed);
      setFact('unread', store.unread().filter((id) => store.touchedAt(id) > since));
    }
    isLoaded ||= Boolean(open) && !isEarly;
    keepCursor();
    await readUnread();
  } catch (error) {
    isComplete &&= wasComplete;
    if (error.status === 403) forgetLists(error);
    if (connection.isLive && error.status !== 401) homeSoon(RETRY);
  }
}

/** Shows the reason in place of the lists, for the phone of somebody who is no longer a member. */
function forgetLists(error) {
  mergeLists([], store.clock, true);
  setFact('notices', [error.message]);
}

/** Reads the open items of lists that are new here. */
async function readUnread() {
  for (const list of store.unread()) {
    const since = store.clock;
    const { items } = await get('/v1/items', { list, state: 'open' }).catch((error) => {
      if (error.status !== 404) throw error;
      return { items: [] };
    });
    replaceItems(items, since, (item) => item.listID === list && item.state === 'open' && !item.isTrashed);
    setFact('unread', store.unread().filter((id) => id !== list));
  }
}

/** Stores the cursor with the items that belong to it: events before it will not come again. */
function keepCursor() {
  setFact('cursor', isLoaded ? cursor : undefined);
}

/** Reads the members of the household, and the person's filters. */
async function loadPeople() {
  const [{ members, caller }, { filters }] = await Promise.all([get('/v1/members'), get('/v1/filters')]);
  setFact('members', members.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name));
  setFact('me', caller.member ?? session.phone.member);
  setFact('filters', filters);
}

/** Reads the items of a list, those that are completed too, and its sections. */
export async function loadList(list) {
  if (list.startsWith('new-')) return;
  const since = store.clock;
  const [sections, ...answers] = await Promise.all([get('/v1/sections', { list }),
    ...['open', 'done', 'cancelled'].map((state) => get('/v1/items', { list, state }))]);
  setFact(`sections/${list}`, sections.sections.map(({ name }) => name));
  const isManual = answers[0].orders[0]?.sort === 'manual';
  const items = answers.flatMap((answer) => answer.items);
  // In a list that is sorted by something else, the order of the answer counts.
  const ordered = isManual ? items : items.map((item, index) => ({ ...item, position: index }));
  replaceItems(ordered, since, (item) => item.listID === list && !item.isTrashed);
  setFact(`loaded/${list}`, true);
}

/** Keeps a list fresh as long as it is shown; returns when it has been read. */
export function showList(list) {
  shownList = list;
  return list ? loadList(list).catch(report) : Promise.resolve();
}

function report(error) {
  if (error.status && error.status !== 401) console.warn(error.message);
}

// --- Events

let homeTimer = 0;
let orderTimer = 0;

function take(event) {
  if (event.event === 'reset') {
    isComplete = isLoaded = false;
    dropClosed();
    loadHome();
    if (shownList) loadList(shownList).catch(report);
  }
  if (event.item) takeItem(event);
  if (event.list) takeList(event);
  if (event.event === 'access-changed') homeSoon();
  cursor = event.cursor ?? cursor;
  keepCursor();
}

function takeItem({ event, item, by }) {
  const before = store.item(item.id);
  outbox.recognise(item);
  touch(item);
  if (item.listID === shownList && mayMove(before, item)) reorderSoon();
  homeSoon();
  if (!isOwn(item.id)) announceItem(event, item, by, before);
}

function takeList({ list }) {
  touchList(list);
  if (list.id === shownList) reorderSoon();
  homeSoon();
}

/** Returns whether an item may have another place now. An event does not say which; ticking keeps it. */
const mayMove = (before, item) => !before || before.isTrashed !== item.isTrashed || before.section !== item.section
  || before.parentID !== item.parentID || before.depth !== item.depth || before.state === item.state;

function reorderSoon() {
  const list = shownList;
  clearTimeout(orderTimer);
  orderTimer = setTimeout(() => { if (list === shownList) loadList(list).catch(report); }, ORDER_DELAY);
}

function homeSoon(delay = HOME_DELAY) {
  clearTimeout(homeTimer);
  homeTimer = setTimeout(() => loadHome(), delay);
}

const isOwn = (id) => Date.now() - (recentlySent.get(id) ?? 0) < OWN || store.item(id)?.isPending;

function announceItem(event, item, by = 'the house', before) {
  const verbs = { 'item-added': 'added', 'item-trashed': 'removed', 'item-restored': 'restored' };
  const closing = { done: 'completed', cancelled: 'cancelled', open: 'reopened' };
  const verb = verbs[event] ?? (before && before.state !== item.state ? closing[item.state] : 'changed');
  announce(`${by} ${verb} ${item.title}`);
}
