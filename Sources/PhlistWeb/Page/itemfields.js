/** The fields of an item's page: their controls, and the changes that they make. */
import { edit, moveTo, rename, setState } from './changes.js';
import { make } from './actions.js';
import { today } from './dates.js';
import { h } from './dom.js';
import { labelled, setChoices } from './fields.js';
import { go } from './router.js';
import { ruleWords } from './quickdates.js';
import { createReminders } from './reminders.js';
import { createRuleForm } from './rules.js';
import { store } from './store.js';

const RULES = ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=MONTHLY', 'FREQ=MONTHLY;INTERVAL=3', 'FREQ=YEARLY'];
const PRIORITIES = [['none', 'None'], ['low', 'Low'], ['medium', 'Medium'], ['high', 'High']];

const text = (options) => h('input', { type: 'text', autocomplete: 'off', ...options });

/** A field of the API with the same name, shown as text. */
const plain = (name, control) => ({ name, control, read: (item) => item[name] ?? '',
  change: (item, value) => edit(item, { [name]: value }) });

/** A field with choices, which may differ for each item. */
function choice(name, choicesOf, nameOf) {
  const control = h('select');
  return { ...plain(name, control), prepare: (item, value) => setChoices(control, choicesOf(item), value, nameOf) };
}

/** Creates the fields of an item, the elements that show them, and parts that save by themselves. */
export function createItemFields(key, getItem) {
  const title = titleField();
  const [date, time] = dueFields();
  const [quantity, location, assignee, priority, url] = [plain('quantity', text({ maxLength: 64 })),
    plain('location', text({ maxLength: 2048 })),
    choice('assignee', people), choice('priority', () => PRIORITIES), urlField()];
  const [recurrence, tags, note, section, list] = [recurrenceField(() => rule.open()), tagsField(),
    plain('note', h('textarea', { rows: 2 })), sectionField(), listField()];
  const rule = createRuleForm(`rule/${key}`, getItem, recurrence.control);
  const reminders = createReminders(`remind/${key}`, getItem);
  const link = linkTo(url);
  const turns = rotation(getItem);
  const pair = (...parts) => h('div.pair', {}, ...parts);
  return {
    fields: [title, quantity, date, time, recurrence, assignee, priority, tags, url, location, note, section, list, link,
      turns],
    sections: [rule, reminders], isRuleOpen: () => !rule.element.hidden,
    elements: [h('div.heading', {}, title.tick, title.control),
      pair(labelled('Quantity', quantity.control), labelled('Priority', priority.control)),
      pair(labelled('Due', date.control), labelled('Time', time.control)),
      pair(labelled('Repeat', recurrence.control), labelled('For', assignee.control)), rule.element, turns.element,
      reminders.element, labelled('Tags', tags.control),
      labelled('Note', note.control), labelled('Web page', url.control), link.element,
      labelled('Location', location.control),
      pair(labelled('List', list.control), labelled('Section', section.control))],
  };
}

const people = () => [['', 'Anybody'], ...(store.facts.get('members') ?? []).map((name) => [name, name])];

function titleField() {
  const control = h('textarea', { rows: 1, required: true, maxLength: 1024, 'aria-label': 'Title',
    enterKeyHint: 'done' });
  control.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    control.blur();
  });
  const box = h('input', { type: 'checkbox', 'aria-label': 'Completed',
    onchange: () => make(setState(field.item, box.checked ? 'done' : 'open')) });
  const field = {
    name: 'title', control, tick: h('label.tick.row', {}, box), read: ({ title }) => title,
    change: (item, value) => value && rename(item, value.replace(/\s*\n\s*/g, ' ')),
    prepare(item) {
      field.item = item;
      box.checked = item.state !== 'open';
    },
  };
  return field;
}

/** The day and the time of the due date; a time without a day is today. */
function dueFields() {
  const date = h('input', { type: 'date', min: '2000-01-01', max: '9999-12-31' });
  const time = h('input', { type: 'time' });
  const change = (item) => {
    const day = date.value || (time.value && !item.due ? today() : '');
    const due = day && time.value ? `${day}T${time.value}` : day;
    return due === (item.due ?? '') ? null : edit(item, { due }, { due: due || undefined });
  };
  return [{ name: 'day', control: date, read: ({ due = '' }) => due.slice(0, 10), change },
    { name: 'time', control: time, read: ({ due = '' }) => due.slice(11), change }];
}

/** The rule by which an item comes back. The start of the series before it is the server's. */
function recurrenceField(openForm) {
  const read = ({ recurrence = '' }) => recurrence.replace(/^DTSTART=[^;]*;/, '');
  const choices = [['', 'Never'], ...RULES.map((rule) => [rule, ruleWords(rule)]), ['own', 'Own rule…']];
  const field = choice('recurrence', () => choices, ruleWords);
  return { ...field, read, change(item, value) {
    if (value !== 'own') return field.change(item, value);
    field.control.value = read(item);
    openForm();
    return null;
  } };
}

function tagsField() {
  const control = text({ autocapitalize: 'none' });
  const split = (value) => [...new Set(value.split(/[\s,]+/).map((tag) => tag.replace(/^#/, '')).filter(Boolean))];
  return {
    name: 'tags', control, read: ({ tags = [] }) => tags.join(' '),
    change(item, value) {
      const tags = split(value);
      const addTags = tags.filter((tag) => !item.tags.includes(tag));
      const removeTags = item.tags.filter((tag) => !tags.includes(tag));
      return addTags.length + removeTags.length ? edit(item, { addTags, removeTags }, { tags }) : null;
    },
  };
}

function sectionField() {
  const read = ({ section = '' }) => section;
  const choices = ({ listID }) => [['', 'None'], ...store.sections(listID).map((name) => [name, name])];
  return { ...choice('section', choices), read,
    change: (item, value) => moveTo(item, store.list(item.listID), value) };
}

function listField() {
  const choices = () => store.lists().filter((list) => list.kind === 'checklist' && !list.isEnded)
    .map(({ id, title }) => [id, title]);
  const field = { ...choice('listID', choices, (id) => store.list(id)?.title ?? ''),
    change(item, value) {
      const [from, to] = [store.list(item.listID), store.list(value)];
      const isSure = audience(from) === audience(to)
        || confirm(`${to.title} is not seen by the same people as ${from.title}. Move the item?`);
      if (!isSure) {
        field.control.value = item.listID;
        return null;
      }
      // The item gets another id there, so this page is about nothing then.
      setTimeout(() => go(`#/list/${to.id}`, true));
      return moveTo(item, to, '');
    } };
  return field;
}

/** Returns the people who see a list, as a text for comparing. */
const audience = ({ visibility, owner, participants = [] }) =>
  (visibility === 'household' ? '' : [owner, ...participants].sort().join('\n'));

/** The address of a web page; `example.org` is one with https. */
function urlField() {
  const field = plain('url', text({ inputMode: 'url', autocapitalize: 'none', maxLength: 2048 }));
  const whole = (value) => (!value || /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`);
  return { ...field, change: (item, value) => edit(item, { url: whole(value) }) };
}

/** A link to the web page of an item, if it is one. */
function linkTo(url) {
  const element = h('a.more', { target: '_blank', rel: 'noopener noreferrer', hidden: true }, 'Open the web page');
  const prepare = (item) => {
    const isWeb = /^https?:\/\//i.test(item.url ?? '');
    element.hidden = !isWeb;
    if (isWeb) element.href = item.url;
  };
  return { ...url, name: 'link', element, prepare, change: () => null };
}

/** Creates the field for the members who take turns with an item that recurs. */
function rotation(getItem) {
  const boxes = h('div.boxes');
  const element = h('fieldset', { hidden: true }, h('legend', {}, 'Take turns'), boxes);
  const inputs = () => [...boxes.querySelectorAll('input')];
  const names = () => inputs().filter(({ checked }) => checked).map(({ value }) => value);
  const check = (value) => inputs().forEach((box) => { box.checked = split(value).includes(box.value); });
  const control = Object.defineProperty(boxes, 'value', { get: () => names().join(', '), set: check });
  const split = (value) => value.split(',').map((name) => name.trim()).filter(Boolean);
  return {
    name: 'rotation', control, element,
    // Those who stay keep their turns; others come after them.
    read: ({ rotation: queue = '' }) => inOrder(split(queue)).join(', '),
    change(item) {
      const chosen = names();
      const queue = [...split(item.rotation).filter((name) => chosen.includes(name)),
        ...chosen.filter((name) => !split(item.rotation).includes(name))];
      if (queue.length === 1) return undefined;
      return edit(item, { rotation: queue.join(',') });
    },
    prepare(item) {
      element.hidden = !item.recurrence;
      const all = store.facts.get('members') ?? [];
      if (boxes.childElementCount === all.length) return;
      boxes.replaceChildren(...all.map((name) =>
        h('label.check', {}, h('input', { type: 'checkbox', value: name }), name)));
    },
  };
}

const inOrder = (names) => (store.facts.get('members') ?? []).filter((name) => names.includes(name));
