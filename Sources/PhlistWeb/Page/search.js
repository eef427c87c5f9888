/** Items of several lists: found by words, due, or by a saved filter. */
import { get } from './api.js';
import { now } from './dates.js';
import { h, place, setText } from './dom.js';
import { drafts } from './drafts.js';
import { dueItems } from './overview.js';
import { page } from './page.js';
import { daysOf } from './quickdates.js';
import { fold } from './quick.js';
import { route } from './router.js';
import { rowKeeper } from './row.js';
import { changed, mergeItems, store } from './store.js';

/** Milliseconds after the last key until the server is asked, too. */
const DELAY = 250;
/** The most items that are shown. */
const SHOWN_MAX = 200;

/** Creates rows for items of several lists. */
function results(emptyText) {
  const keeper = rowKeeper({ hasList: true });
  const rows = h('ul.rows');
  const empty = h('p.hint', { role: 'status' });
  return {
    element: h('div', {}, rows, empty),
    show(items) {
      place(rows, items.slice(0, SHOWN_MAX).map((item) => keeper.row(item)));
      const more = items.length > SHOWN_MAX ? `The first ${SHOWN_MAX} of ${items.length}.` : '';
      setText(empty, items.length ? more : emptyText());
    },
  };
}

route('due', () => {
  const found = results(() => 'Nothing is due today.');
  return { ...page('Due today and overdue', found.element), update: () => found.show(dueItems()) };
});

route('search', () => {
  const field = h('input', { type: 'search', 'aria-label': 'Search', placeholder: 'Search in all lists',
    value: drafts.get('search') ?? '', oninput: search });
  const found = results(() => (field.value.trim() ? 'Nothing found.' : 'Titles, notes and tags are searched.'));
  let timer = 0;

  function search() {
    drafts.set('search', field.value);
    update();
    clearTimeout(timer);
    timer = setTimeout(ask, DELAY);
  }

  /** Asks for completed items, too, which this phone may not know. */
  async function ask() {
    const text = field.value.trim();
    if (!text) return;
    const since = store.clock;
    const answers = await Promise.all(['open', 'done', 'cancelled'].map((state) => get('/v1/items', { text, state })))
      .catch(() => []);
    mergeItems(answers.flatMap(({ items }) => items), since);
  }

  function update() {
    const text = fold(field.value);
    found.show(text ? store.allItems().filter((item) => matches(item, text)).sort(byState) : []);
  }

  setTimeout(() => field.focus());
  ask();
  return { ...page('Search', h('p', {}, field), found.element), update };
});

const matches = ({ title, note = '', tags = [] }, text) => fold(`${title}\n${note}\n${tags.join('\n')}`).includes(text);
const byState = (a, b) => (a.state !== 'open') - (b.state !== 'open') || b.updatedAt - a.updatedAt;

/** A saved filter: the server is asked for the same, and again after each change. */
route('filter', (name) => {
  const filter = () => (store.facts.get('filters') ?? []).find((one) => one.name === name);
  let fault = '';
  const found = results(() => fault || 'Nothing fits this filter now.');
  let ids = [];
  let asked = -1;

  async function ask() {
    asked = store.clock;
    const since = store.clock;
    if (!filter()) return;
    try {
      const { items } = await get('/v1/items', queryOf(filter()));
      [fault, ids] = ['', items.map(({ id }) => id)];
      mergeItems(items, since);
    } catch (error) {
      if (!error.status) return;
      [fault, ids] = [`This page cannot ask for it: ${error.message}`, []];
      changed();
    }
  }

  ask();
  return { ...page(name, found.element), update() {
    if (asked !== store.clock) ask();
    found.show(ids.map((id) => store.item(id)).filter((item) => item && !item.isTrashed));
  } };
});

const DUE_WORDS = ['today', 'overdue', 'week', 'soon', 'none'];

function queryOf({ lists = [], state, all, mine, assignee, isUnassigned, due, tags = [], priority, sort, isReversed,
  isFlat }) {
  return {
    list: lists.map(({ id, name }) => id ?? name).join('\n'), state, all, mine,
    assignee: isUnassigned ? 'none' : assignee?.id ?? assignee?.name, tag: tags.join(','), priority, sort,
    reverse: isReversed, flat: isFlat && sort ? true : undefined, today: now(),
    due: due && (DUE_WORDS.includes(due) ? due : daysOf(due) ?? due),
  };
}
