/** Makes a change, says so, and offers to take it back. */
import { newKey, request } from './api.js';
import { outbox } from './outbox.js';
import { realID, store } from './store.js';
import { announce, toast } from './toast.js';

/** The newest change of this page, for Undo. */
let latest = null;

/**
 * Makes a change of `changes.js`.
 *
 * Returns what `outbox.add` returns. With `isQuiet` there is no message, as for a change whose form stays open. A form
 * that still shows what was refused takes the reason by `onRefused` and returns true; then the outbox does not keep it.
 */
export function make(change, { isQuiet = false, onRefused } = {}) {
  const key = newKey();
  const whole = typeof change === 'function' ? change(key) : change;
  const added = outbox.add({ ...whole, key });
  latest = added;
  if (!isQuiet) toast(whole.text, whole.isFinal ? undefined : { label: 'Undo', run: () => undo(added) });
  added.stored.catch(() => toast('This phone has no space left: leave the page open until the change is sent'));
  added.reply.catch((error) => {
    if (error.message === 'discarded') return;
    if (onRefused?.(error.reason)) outbox.discard(added.entry);
    else toast(`Not saved: ${error.reason}`, { label: 'Show', href: '#/waiting' });
  });
  return added;
}

/** Takes the newest change of this page back. */
export const undoLatest = () => (latest ? undo(latest) : undefined);

/**
 * Takes a change back: it is removed from the outbox, or undone by the server.
 *
 * The server undoes the person's newest action. So it is asked first what that would be: on another device of theirs
 * it may be something newer.
 */
export async function undo({ entry, reply }) {
  latest = null;
  if (outbox.has(entry.key)) {
    if (await outbox.discard(entry)) return toast('Taken back');
    await reply.catch(() => {});
  }
  try {
    const body = {};
    const { entries } = await request('POST', '/v1/history/undo', { query: { dryRun: true }, body });
    if (!isNewest(entry) || !entries.some((action) => isOf(action, entry))) {
      return toast('Something else was changed since', { label: 'History', href: '#/history' });
    }
    await request('POST', '/v1/history/undo', { body, key: newKey() });
    return announce('Taken back');
  } catch (error) {
    return toast(error.status ? `Not taken back: ${error.message}` : 'Not taken back: no connection');
  }
}

/** The kinds of what a change without ids is about, by its path. */
const KINDS = { '/v1/sections': 'section', '/v1/records': 'record' };

/** Returns whether an action of the history is about what a change is about. */
function isOf({ listID, changes }, { path, effect, body }) {
  const ids = new Set([...effect?.items ?? [], ...effect?.lists ?? []].map(([id]) => realID(id)));
  if (changes.some(({ id }) => ids.has(id))) return true;
  const [list] = (body?.list ?? body?.sections?.[0] ?? '').split('/');
  return listID === realID(list) && changes.some(({ kind }) => kind === KINDS[path]);
}

/** Returns whether this person has not changed the items of a change once more since then, here or elsewhere. */
const isNewest = ({ updates = [] }) => updates.every(([id, at]) => {
  const item = store.item(id);
  return !item || item.updatedAt <= at || item.updatedBy !== store.facts.get('me');
});
