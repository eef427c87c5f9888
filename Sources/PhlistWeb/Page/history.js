/** Past actions of the household, of a list, or of an item. */
import { get } from './api.js';
import { dueWords, momentWords } from './dates.js';
import { h } from './dom.js';
import { page } from './page.js';
import { ruleWords } from './quickdates.js';
import { reminderWords } from './reminders.js';
import { route } from './router.js';
import { realID, store } from './store.js';

const PAGE = 50;

route('history', (key) => {
  const of = key && realID(key);
  const thing = of && (store.item(of) ?? store.list(of));
  const list = h('ol.history');
  const more = h('button.wide', { type: 'button', onclick: load, hidden: true }, 'Earlier');
  const note = h('p.hint', { role: 'status' }, '…');
  let after;

  async function load() {
    try {
      const reply = await get('/v1/history', { of, limit: PAGE, after });
      list.append(...reply.entries.map(entryOf));
      after = reply.next;
      more.hidden = !after;
      note.textContent = list.firstChild ? '' : 'Nothing has happened yet.';
    } catch (error) {
      note.textContent = error.status ? error.message : 'The history can only be shown with a connection.';
    }
  }

  load();
  const title = thing ? `History of ${thing.title}` : 'History';
  return page(title, list, note, more);
});

function entryOf({ at, by = 'the house', device, kind, listTitle, changes }) {
  const taken = { undo: ' took back', redo: ' did again' }[kind] ?? '';
  return h('li.card', {}, h('p.hint', {}, `${by}${taken} · ${momentWords(at)} · ${device}`
    + `${listTitle ? ` · ${listTitle}` : ''}`), h('ul', {}, ...sentences(changes).map((text) => h('li', {}, text))));
}

/** Describes the changes of an action for people; those of something new are one sentence. */
function sentences(changes) {
  const added = new Map(changes.filter(({ isNew }) => isNew).map(({ id, title, kind }) => [id, title ?? kind]));
  return [...[...added.values()].map((title) => `added “${title}”`),
    ...changes.filter(({ id }) => !added.has(id)).map(sentence)];
}

/** Values of fields that are verbs for people. */
const VERBS = {
  life: { present: 'restored', removed: 'removed', purged: 'permanently removed' },
  state: { open: 'reopened', done: 'completed', cancelled: 'cancelled' },
};

/** Describes a change for people. */
function sentence({ kind, title, field, value, previous }) {
  const name = `“${title ?? kind}”`;
  const verb = VERBS[field]?.[value];
  if (verb) return `${verb} ${name}`;
  if (value === previous || field === 'parent') return `moved ${name}`;
  const [from, to] = [previous, value].map((text) => fieldWords(field, text));
  return `${name}: ${field} ${from ? `${from} → ` : ''}${to || 'nothing'}`;
}

/** Writes the value of a field for people; an empty text for none. */
export function fieldWords(field, value) {
  if (!value) return '';
  if (field === 'due' && /^\d{4}-/.test(value)) return dueWords(value);
  if (field === 'reminder') return value.split(',').map(reminderWords).join(', ');
  return field === 'recurrence' ? ruleWords(value) : value;
}
