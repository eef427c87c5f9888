/** The page of an item. */
import { make } from './actions.js';
import { createAddBar } from './addbar.js';
import { get } from './api.js';
import { childrenIn } from './arrange.js';
import * as changes from './changes.js';
import { momentWords } from './dates.js';
import { button, h, place, setText } from './dom.js';
import { createFields } from './fields.js';
import { createItemFields } from './itemfields.js';
import { backButton } from './page.js';
import { createPhoto } from './photo.js';
import { goBack, route } from './router.js';
import { rowKeeper } from './row.js';
import { mergeItems, realID, store } from './store.js';
import { conflictCard } from './conflicts.js';

route('item', (key) => {
  const item = () => store.item(realID(key));
  const parts = createItemFields(key, item);
  const fields = createFields({ draft: `item/${key}`, getItem: item, fields: parts.fields });
  const sections = [draftNote(fields), conflicts(item), photo(item), below(item, key), buttons(item, key),
    ...parts.sections];
  const [note, conflict, picture, children, actions] = sections.map(({ element }) => element);
  const form = h('form', { onsubmit: (event) => { event.preventDefault(); document.activeElement.blur(); } },
    ...parts.elements);
  const missing = h('p.hint', { role: 'status', hidden: true });
  const [before, after] = [h('div', {}, note, conflict), h('div', {}, picture, children, actions)];
  load(key);
  return {
    title: () => item()?.title ?? 'Item',
    element: h('div.page', {}, h('h1.hidden', { 'data-live': 'yes' }), missing, before, form, after),
    close: () => fields.commitAll(),
    bar: [backButton(() => `#/list/${item()?.listID ?? ''}`), h('span.space')],
    update() {
      const shown = item();
      missing.hidden = Boolean(shown);
      before.hidden = after.hidden = !shown;
      // What was typed stays, to be read and copied.
      form.hidden = !shown && !fields.isDirty && !parts.isRuleOpen();
      for (const control of form.elements) {
        if (control.matches('textarea, [type=text]')) control.readOnly = !shown;
        else if (control.tagName !== 'FIELDSET') control.disabled = !shown;
      }
      setText(missing, form.hidden ? 'This item is not here. It may have been removed for good.'
        : 'This item is gone, or no longer shared with you. What you typed is not saved.');
      if (!shown) return;
      fields.show(shown);
      for (const part of sections) part.update(shown);
    },
  };
});

/** Reads an item, with those below it, that may not be known yet. */
async function load(key) {
  const id = realID(key);
  if (id.startsWith('new-')) return;
  const since = store.clock;
  const reply = await get('/v1/items', { ref: id }).catch(() => null);
  if (reply) mergeItems([...reply.items, ...reply.family ?? []].filter(({ listID }) => listID), since);
}

function draftNote(fields) {
  const close = (run) => () => { run(); element.hidden = true; };
  const element = h('div.card', { hidden: true }, h('p', {}, 'What you typed here was kept, and is not saved yet.'),
    h('div.buttons', {}, button('Save', close(fields.commitAll), '.primary'),
      button('Discard', close(fields.discardDraft))));
  let isFirst = true;
  return {
    element,
    update() {
      if (isFirst) element.hidden = !fields.hasDraft;
      isFirst = false;
    },
  };
}

function conflicts() {
  const element = h('div');
  let shown = '';
  return {
    element,
    update(item) {
      const key = JSON.stringify(item.conflicts);
      if (key === shown) return;
      shown = key;
      place(element, (item.conflicts ?? []).map((conflict) => conflictCard(item, conflict.field, conflict)));
    },
  };
}

const photo = (item) => createPhoto(item, {
  onSet: (file) => make(changes.setPhoto(item(), file)),
  onRemove: () => make(changes.removePhoto(item())),
});

/** The items below this one. */
function below(item, key) {
  const keeper = rowKeeper();
  const rows = h('ul.rows');
  const bar = createAddBar({ placeOf: () => ({ list: store.list(item().listID), under: item() }), draft: `below/${key}`,
    label: 'Add below this item' });
  bar.classList.add('inline');
  return {
    element: h('section', {}, h('h2', {}, 'Items below'), rows, bar),
    update(shown) {
      place(rows, childrenIn(shown).map((child) => keeper.row(child)));
      bar.hidden = shown.isTrashed;
    },
  };
}

/** Creates the buttons for the item as a whole. */
function buttons(item, key) {
  const action = (label, run, kind) => button(label, () => run(item()), kind);
  const leave = (change) => (shown) => {
    make(change(shown));
    goBack(`#/list/${shown.listID}`);
  };
  const skip = action('Skip this time', (shown) => make(changes.skip(shown)));
  const cancel = action('Cancel', (shown) => make(changes.setState(shown, 'cancelled')));
  const reopen = action('Reopen', (shown) => make(changes.setState(shown, 'open')));
  const remove = action('Delete', leave((shown) => changes.trash([shown])), '.danger');
  const restore = action('Restore', (shown) => make(changes.restore([shown])));
  const facts = h('p.hint');
  const element = h('section', {}, h('div.buttons', {}, skip, cancel, reopen, remove, restore,
    h('a.button', { href: `#/history/${key}` }, 'History')), facts);
  return {
    element,
    update(shown) {
      const isOpen = shown.state === 'open';
      skip.hidden = !isOpen || !shown.recurrence || shown.isTrashed;
      cancel.hidden = !isOpen || shown.isTrashed;
      reopen.hidden = isOpen || shown.isTrashed;
      remove.hidden = shown.isTrashed || store.list(shown.listID)?.deletion === 'cancel-only';
      restore.hidden = !shown.isTrashed;
      setText(facts, factsOf(shown));
    },
  };
}

function factsOf({ createdAt, createdBy, stateAt, stateBy, state, isHiddenFromAssignee, assignee, rescue }) {
  const by = (name) => (name ? ` by ${name}` : '');
  const closed = { done: 'Completed', cancelled: 'Cancelled' }[state];
  return [createdAt && `Added ${momentWords(createdAt)}${by(createdBy)}.`,
    closed && stateAt && `${closed} ${momentWords(stateAt)}${by(stateBy)}.`,
    isHiddenFromAssignee && `${assignee} does not see this list.`,
    rescue && `${rescue.deletedBy ?? 'Somebody'} deleted it while ${rescue.editedBy ?? 'somebody'} edited it.`]
    .filter(Boolean).join(' ');
}
