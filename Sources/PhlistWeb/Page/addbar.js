/** The field for adding items, with what was understood below it. */
import { make } from './actions.js';
import { addItems } from './changes.js';
import { dueWords } from './dates.js';
import { drafts } from './drafts.js';
import { h, icon, place } from './dom.js';
import { understand } from './quick.js';
import { ruleWords } from './quickdates.js';
import { store } from './store.js';
import { toast } from './toast.js';

/** The most items that are added at once. */
const LINES_MAX = 500;

/**
 * Creates the form for adding items to a list, or below an item.
 *
 * Each line is an item. Several lines, which are often pasted, are taken as they are; in a single one, words at the end
 * are understood and shown before it is added.
 */
export function createAddBar({ placeOf, draft, label }) {
  const field = h('textarea', { rows: 1, 'aria-label': label, placeholder: label, enterKeyHint: 'done',
    autocapitalize: 'sentences', value: drafts.get(draft) ?? '' });
  const understood = h('p.understood', { 'aria-live': 'polite', hidden: true });
  const form = h('form.addbar', { onsubmit }, understood, h('div.addline', {}, field,
    h('button.primary.icon-button', { type: 'submit', 'aria-label': 'Add' }, icon('add'))));

  function onsubmit(event) {
    event.preventDefault();
    const text = field.value;
    const entries = entriesOf(text);
    if (!entries.length) return field.focus();
    if (entries.length > LINES_MAX) {
      toast(`Not added: ${entries.length} lines at once, ${LINES_MAX} at most`);
      return field.focus();
    }
    const { stored } = make(addItems({ ...placeOf(), entries }));
    field.value = '';
    // The draft stays until the change is on the disk, unless more was typed since.
    stored.then(() => { if (!field.value && drafts.get(draft) === text) drafts.set(draft, ''); }, () => {});
    show();
    return field.focus();
  }

  function show() {
    field.rows = Math.min(6, field.value.split('\n').length);
    const chips = chipsOf(field.value);
    understood.hidden = !chips.length;
    place(understood, chips.map((chip) => h('span.chip', {}, chip)));
  }

  field.addEventListener('input', () => {
    drafts.set(draft, field.value);
    show();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  show();
  return form;
}

const people = () => ({ members: store.facts.get('members'), me: store.facts.get('me') });

/** Bullets, numbers and check boxes at the beginning of pasted lines. */
const BULLET = /^\s*(?:(?:[-*•]|\d{1,3}[.)])\s+)?(?:\[[ x]?\]\s+)?/i;

function entriesOf(text) {
  const lines = text.split('\n').map((line) => line.trim()).filter(Boolean);
  if (lines.length === 1) return [understand(lines[0], people())].filter(({ title }) => title);
  return lines.map((line) => ({ title: line.replace(BULLET, '').trim(), fields: {} })).filter(({ title }) => title);
}

/** Returns the fields that were understood, in words. */
function chipsOf(text) {
  const entries = entriesOf(text);
  if (entries.length > 1) return [`${entries.length} items`];
  const [entry] = entries;
  if (!entry || !Object.keys(entry.fields).length) return [];
  const { quantity, due, recurrence, assignee, priority, addTags = [] } = entry.fields;
  return [entry.title, quantity, due && `due ${dueWords(due)}`, recurrence && ruleWords(recurrence),
    assignee && `@${assignee}`, priority && `${priority} priority`, ...addTags.map((tag) => `#${tag}`)].filter(Boolean);
}
