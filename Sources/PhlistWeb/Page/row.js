/** One item in a list: a check box, its title, and what else is known of it. */
import { make } from './actions.js';
import { photoAddress } from './api.js';
import { setState } from './changes.js';
import { dueWords, isOverdue, today } from './dates.js';
import { h, place, setText } from './dom.js';
import { ruleWords } from './quickdates.js';
import { store } from './store.js';

/**
 * Creates the row of an item; `row.show(item, depth)` shows another state of it in the same elements.
 *
 * @param {{isBig?: boolean, hasList?: boolean, onTick?: Function}} options `isBig` makes the whole row one check box;
 *   `hasList` names the list.
 */
export function createRow(options = {}) {
  const box = h('input', { type: 'checkbox', onchange: () => tick(row, box, options) });
  const name = h('span.title');
  const meta = h('span.meta');
  const text = options.isBig ? h('span.text', {}, name, meta) : h('a.text', {}, name, meta);
  const label = options.isBig ? h('label.tick', {}, box, text) : h('label.tick', {}, box, h('span.hidden'));
  const photo = h('img.thumbnail', { alt: '', loading: 'lazy', hidden: true });
  const row = h('li.row', {}, label, options.isBig ? '' : text, photo);
  row.show = (item, depth = 0) => {
    if (row.item === item && row.depth === depth && row.day === today()) return;
    row.item = item;
    row.day = today();
    row.depth = depth;
    row.style.setProperty('--depth', depth);
    row.className = `row ${item.state}${item.priority === 'high' ? ' high' : ''}${item.isPending ? ' pending' : ''}`;
    box.checked = item.state !== 'open';
    setText(name, item.title);
    if (!options.isBig) {
      setText(label.lastChild, item.title);
      text.href = `#/item/${item.id}`;
    }
    place(meta, metaOf(item, options));
    showPhoto(photo, item);
  };
  return row;
}

function tick(row, box, options) {
  const next = row.nextElementSibling ?? row.previousElementSibling;
  make(setState(row.item, box.checked ? 'done' : 'open'));
  options.onTick?.(row);
  // The row goes elsewhere; whoever uses the keyboard goes on with the next one.
  if (box.matches(':focus-visible')) next?.querySelector('input')?.focus();
}

/** Returns the fields of an item as short texts. */
function metaOf(item, { hasList, isBig }) {
  const texts = [
    item.quantity && h('span.quantity', {}, item.quantity),
    item.due && h(isOverdue(item.due) && item.state === 'open' ? 'span.due.late' : 'span.due', {}, dueWords(item.due)),
    item.recurrence && h('span', {}, ruleWords(item.recurrence)),
    item.assignee && h('span', {}, `@${item.assignee}`),
    item.priority !== 'none' && h(`span.priority.${item.priority}`, {}, `${item.priority} priority`),
    ...(item.tags ?? []).map((tag) => h('span.tag', {}, `#${tag}`)),
    !isBig && item.note && h('span', {}, item.note.split('\n')[0].slice(0, 60)),
    item.conflicts?.length > 0 && h('span.late', {}, 'conflict'),
    item.state === 'cancelled' && h('span', {}, 'cancelled'),
    item.isPending && h('span.hidden', {}, 'not sent yet'),
    hasList && h('span', {}, item.listTitle),
  ];
  return texts.filter(Boolean);
}

const objectURLs = new WeakMap();

/** The address of a photo that has not been sent yet. */
export function ownPhotoAddress(file) {
  if (!objectURLs.has(file)) objectURLs.set(file, URL.createObjectURL(file));
  return objectURLs.get(file);
}

function showPhoto(image, item) {
  image.hidden = !item.hasPhoto;
  if (!item.hasPhoto) return;
  const address = item.ownPhoto ? ownPhotoAddress(item.ownPhoto) : photoAddress(item, true);
  if (image.dataset.address === address) return;
  image.dataset.address = address;
  image.src = address;
  // A photo that cannot be had now leaves no broken picture.
  image.onerror = () => { image.hidden = true; };
}

/** Rows by the keys of their items, so that an item keeps its elements wherever it goes. */
export function rowKeeper(options) {
  const rows = new Map();
  return {
    /** Returns the row of an item, up to date. */
    row(item, depth) {
      const key = store.keyOf(item.id);
      if (!rows.has(key)) rows.set(key, createRow(options));
      const row = rows.get(key);
      row.show(item, depth);
      return row;
    },
    /** Forgets the rows of items that are not shown. */
    keep(items) {
      const keys = new Set(items.map(({ id }) => store.keyOf(id)));
      for (const key of [...rows.keys()]) if (!keys.has(key)) rows.delete(key);
    },
  };
}
