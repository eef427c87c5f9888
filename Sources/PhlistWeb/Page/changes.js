/**
 * The changes that a person can make: each with its request, its effect on what is shown until the server has replied,
 * and a sentence about it. `isFinal` ones are answered elsewhere, and undo does not take them back.
 */
import { now, today } from './dates.js';
import { store } from './store.js';

const quoted = (items) => (items.length === 1 ? `“${items[0].title}”` : `${items.length} items`);
const ids = (items) => items.map(({ id }) => id);

/** The fields that people type: what somebody else has written meanwhile is not replaced unseen. */
export const TYPED = new Set(['title', 'note', 'quantity', 'location', 'url']);

/** Returns those of some fields that are typed, as the person saw them. */
const seenOf = (item, fields) =>
  Object.fromEntries(Object.keys(fields).filter((name) => TYPED.has(name)).map((name) => [name, item[name] ?? '']));

/** A change of fields of items: `patch` is what is shown. */
function patchItems(items, text, body, patch) {
  return {
    method: 'PATCH',
    path: '/v1/items',
    body: { items: ids(items), ...body, today: today() },
    effect: { items: items.map(({ id }) => [id, patch]) },
    text,
  };
}

export function setState(item, state) {
  const verbs = { done: 'Completed', open: 'Reopened', cancelled: 'Cancelled' };
  return patchItems([item], `${verbs[state]} ${quoted([item])}`, { state }, { state, stateAt: Date.now() });
}

/** Skips an occurrence of an item that recurs: the next one comes. */
export const skip = (item) =>
  patchItems([item], `Skipped ${quoted([item])}`, { occurrence: 'skip' }, { state: 'cancelled' });

export const rename = (item, title) =>
  patchItems([item], `Renamed “${item.title}” to “${title}”`, { title, seen: seenOf(item, { title }) }, { title });

/** Changes fields as they are named in the API; `shown` is what they look like, where that differs. */
export const edit = (item, fields, shown = fields) =>
  patchItems([item], `Changed ${quoted([item])}`, { fields, seen: { fields: seenOf(item, fields) } }, shown);

export const trash = (items) => patchItems(items, `Removed ${quoted(items)}`, { isTrashed: true },
  { isTrashed: true, trashedAt: Date.now() });

export const restore = (items) => patchItems(items, `Restored ${quoted(items)}`, { isTrashed: false },
  { isTrashed: false });

/**
 * Adds items.
 *
 * @param {{list: object, section?: string, under?: object, entries: {title: string, fields: object}[]}} what
 */
export function addItems({ list, section, under, entries }) {
  const place = section ? `${list.id}/${section}` : list.id;
  return (key) => ({
    method: 'POST',
    path: '/v1/items',
    body: {
      list: under ? undefined : place,
      under: under?.id,
      titles: entries.map(({ title }) => title),
      ownFields: entries.map(({ fields }) => fields),
      // The first date of a rule with a time may be tomorrow; the others have no time.
      today: entries.some(({ fields }) => fields.recurrence?.includes('BYHOUR')) ? now() : today(),
    },
    effect: { items: entries.map((entry, index) => [`new-${key}-${index}`, newItem(list, section, under, entry)]) },
    text: `Added ${quoted(entries)}${under ? ` below “${under.title}”` : ` to ${list.title}`}`,
  });
}

/** Returns an added item as it looks until the server has replied. */
function newItem(list, section, under, { title, fields }) {
  const { addTags = [], ...others } = fields;
  return {
    title, listID: list.id, listTitle: list.title, section, parentID: under?.id, state: 'open', tags: addTags,
    note: '', quantity: '', priority: 'none', recurrence: '', rotation: '', reminder: '', percent: 0,
    conflicts: [], isTrashed: false, hasPhoto: false, createdAt: Date.now(), depth: under ? (under.depth ?? 0) + 1 : 0,
    ...others,
  };
}

/** Moves an item next to another one of its list. */
export function moveNextTo(item, neighbour, isBefore) {
  const rank = store.rank(neighbour) + (isBefore ? -0.5 : 0.5);
  return move(item, { [isBefore ? 'before' : 'after']: neighbour.id },
    { rank, section: neighbour.section, parentID: neighbour.parentID }, `Moved ${quoted([item])}`);
}

/** Moves an item to the end of a list or of one of its sections. */
export const moveTo = (item, list, section) => move(item, { to: section ? `${list.id}/${section}` : list.id },
  { section: section || undefined, parentID: undefined, rank: undefined, listID: list.id, listTitle: list.title },
  `Moved ${quoted([item])} to ${section || list.title}`);

const move = (item, body, patch, text) => ({
  method: 'POST',
  path: '/v1/items/move',
  body: { items: [item.id], ...body },
  effect: { items: [[item.id, patch]] },
  text,
});

/** Sets the photo of an item: a file of at most a few hundred kilobytes. */
export const setPhoto = (item, file) => ({
  method: 'PUT',
  path: '/v1/items/photo',
  query: { item: item.id },
  file,
  effect: { items: [[item.id, { hasPhoto: true, ownPhoto: file }]] },
  text: `Set the photo of ${quoted([item])}`,
});

export const removePhoto = (item) => ({
  method: 'DELETE',
  path: '/v1/items/photo',
  body: { items: [item.id] },
  effect: { items: [[item.id, { hasPhoto: false, photo: undefined }]] },
  text: `Removed the photo of ${quoted([item])}`,
});

/**
 * Settles a conflict in favour of one of its values.
 *
 * The value is named where it has a text: until the change is sent, others may come before it.
 */
export const settle = (thing, field, conflict, index) => ({
  method: 'POST',
  path: '/v1/conflicts',
  body: { of: thing.id, field, ...choiceOf(conflict.values[index].value, field, index) },
  effect: { items: [[thing.id, { conflicts: (thing.conflicts ?? []).filter((other) => other.field !== field) }]] },
  text: `Chose “${conflict.values[index].value ?? 'none'}” as the ${field} of ${quoted([thing])}`,
});

const choiceOf = (value, field, index) => (value && field !== 'photo' ? { value } : { take: index + 1 });

// --- Lists

/** Makes a list, as in `POST /v1/lists`. */
export function addList(fields) {
  return (key) => ({
    method: 'POST',
    path: '/v1/lists',
    body: fields,
    effect: { lists: [[`new-${key}-0`, newList(fields)]] },
    text: `Made the list ${fields.title}`,
  });
}

const newList = ({ title, due, isPrivate }) => ({
  title, due, kind: 'checklist', state: 'open', description: '', openCount: 0, doneCount: 0, cancelledCount: 0,
  recordCount: 0, conflictCount: 0, isTrashed: false, visibility: isPrivate ? 'participants' : 'household',
  view: { sort: 'manual', isReversed: false, showsDone: false }, deletion: 'allowed', createdAt: Date.now(),
});

/** Changes fields of a list. */
export const editList = (list, fields, text = `Changed ${list.title}`) => ({
  method: 'PATCH',
  path: '/v1/lists',
  body: { lists: [list.id], ...fields },
  effect: { lists: [[list.id, fields.due === 'none' ? { ...fields, due: undefined } : fields]] },
  text,
});

/** Moves all completed and cancelled items of a list to the trash. */
export const clearDone = (list, items) => ({
  method: 'POST',
  path: '/v1/lists/clear-done',
  body: { list: list.id },
  effect: { items: items.map(({ id }) => [id, { isTrashed: true }]) },
  text: `Moved ${quoted(items)} of ${list.title} to the trash`,
});

export const addSection = (list, name) => ({
  method: 'POST', path: '/v1/sections', body: { list: list.id, names: [name] }, text: `Added the section ${name}`,
});

/** Changes a section, as in `PATCH /v1/sections`. */
export const editSection = (list, name, fields, text) => ({
  method: 'PATCH', path: '/v1/sections', body: { sections: [`${list.id}/${name}`], ...fields }, text,
});

export const answerInvitation = (invitation, isAccepted) => ({
  method: 'POST',
  path: '/v1/invitations',
  body: { list: invitation.list, isAccepted },
  text: `${isAccepted ? 'Accepted' : 'Declined'} the invitation to ${invitation.title}`,
  isFinal: true,
});

/** Changes who sees a list, as in `PATCH /v1/sharing`. */
export const share = (list, fields, text) => ({
  method: 'PATCH', path: '/v1/sharing', body: { list: list.id, ...fields }, text, isFinal: true,
});

export const leaveList = (list) => ({
  method: 'POST', path: '/v1/lists/leave', body: { list: list.id }, text: `Left ${list.title}`, isFinal: true,
  effect: { lists: [[list.id, { isLeft: true }]] },
});
