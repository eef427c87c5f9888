/** Makes a change, says so, and offers to take it back. */
import { newKey, request } from './api.js';
import { outbox } from './outbox.js';
import { realID } from './store.js';
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
    if (!entries.some((action) => isOf(action, entry))) {
      return toast('Something else was changed since', { label: 'History', href: '#/history' });
    }
    await request('POST', '/v1/history/undo', { body, key: newKey() });
    return announce('Taken back');
  } catch (error) {
    return toast(error.status ? `Not taken back: ${error.message}` : 'Not taken back: no connection');
  }
}

/** Returns whether an action of the history is about the same items or list as a change. */
function isOf(action, { effect, body }) {
  const ids = new Set([...effect?.items ?? [], ...effect?.lists ?? []].map(([id]) => realID(id)));
  const list = body?.list?.slice(0, 32);
  return action.listID === list || action.changes.some(({ id }) => ids.has(id)) || ids.has(action.listID);
}
