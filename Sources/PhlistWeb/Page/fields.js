/** The fields of an item's page: each shows a value of the item, keeps what is typed, and saves it. */
import { make } from './actions.js';
import { TYPED } from './changes.js';
import { drafts } from './drafts.js';
import { h, setText } from './dom.js';

/** Milliseconds after the last change of a date until it is saved, because each digit changes it. */
const DATE_DELAY = 1_200;
/** The most lines of a field, and about how many letters a line has. */
const ROWS_MAX = 14;
const LETTERS = 42;

/**
 * Creates a form of fields for one item.
 *
 * A field has a `name`, a `control` with a value, `read`, which returns the value of an item, and `change`, which
 * returns the change that gives an item another one; null if there is none, undefined to wait for more. A value that
 * somebody else changes shows at once, unless it is being edited here. What is typed is kept until it is saved, even if
 * the page is closed.
 */
export function createFields({ draft, getItem, fields }) {
  const kept = drafts.get(draft) ?? {};
  /**
   * Of each field: the value `shown` last, undefined before the first; the item that was `seen` before somebody typed;
   * what was `saved` last; whether what was refused `isHeld` until somebody types; its `timer` and its line of faults.
   */
  const marks = new Map(fields.map((field) => [field, { seen: null, isHeld: false }]));
  const isDirty = (field) => marks.get(field).shown !== undefined && field.control.value !== marks.get(field).shown;

  function saveDrafts() {
    const dirty = fields.filter(isDirty);
    const item = getItem() ?? {};
    const texts = dirty.filter(({ name }) => TYPED.has(name)).map((field) => [field.name, textSeen(field, item)]);
    const values = dirty.map(({ name, control }) => [name, control.value]);
    drafts.set(draft, dirty.length ? { ...Object.fromEntries(values), seen: Object.fromEntries(texts) } : null);
  }

  function commit(field) {
    const mark = marks.get(field);
    clearTimeout(mark.timer);
    const item = getItem();
    if (!item || !isDirty(field) || !isValid(field.control)) return;
    if (mark.isHeld) return saveDrafts();
    const value = field.control.value.trim();
    const change = value === field.read(item) ? null : field.change(asSeen(field, item), value);
    // Nothing can be saved yet.
    if (change === undefined) return saveDrafts();
    // A change can give the control another value.
    const typed = field.control.value;
    mark.shown = typed;
    if (!change) {
      show(item);
      return saveDrafts();
    }
    Object.assign(mark, { saved: typed, seen: null });
    mark.fault?.say('');
    make(change, { onRefused: (reason) => putBack(field, typed, reason) }).stored.then(saveDrafts, () => {});
  }

  /** Returns the text that a field had when a person began to type there. */
  const textSeen = (field, item) => (marks.get(field).seen ?? item)[field.name] ?? '';

  /** Returns an item with that text. */
  const asSeen = (field, item) => (TYPED.has(field.name) ? { ...item, [field.name]: textSeen(field, item) } : item);

  /** Leaves in a field what was refused, unless something else was typed there since, and says why. */
  function putBack(field, typed, reason) {
    const mark = marks.get(field);
    if (!field.control.isConnected) return false;
    if (mark.saved !== typed) return true;
    if (!isDirty(field)) {
      const item = getItem();
      Object.assign(mark, { shown: item ? field.read(item) : null, seen: item, isHeld: true });
      field.control.value = typed;
    }
    saveDrafts();
    mark.fault ??= faultLine();
    const near = field.control.closest('.pair') ?? field.control.closest('.field, .heading, fieldset');
    near.after(mark.fault.element);
    mark.fault.say(`Not saved: ${reason}`, field.control);
    return true;
  }

  for (const field of fields) {
    const mark = marks.get(field);
    field.control.addEventListener('input', () => {
      mark.isHeld = false;
      saveDrafts();
    });
    field.control.addEventListener('change', () => {
      if (!isDate(field.control)) return commit(field);
      clearTimeout(mark.timer);
      mark.timer = setTimeout(() => commit(field), DATE_DELAY);
    });
    field.control.addEventListener('focusout', () => commit(field));
  }

  function show(item) {
    for (const field of fields) {
      const [mark, value] = [marks.get(field), field.read(item)];
      // New choices can take the value from a control that nobody has touched.
      const isEdited = isDirty(field);
      field.prepare?.(item, value);
      const isKept = mark.shown === undefined && field.name in kept;
      if (!isEdited) {
        if (field.control.value !== value) field.control.value = value;
        Object.assign(mark, { shown: field.control.value, seen: item });
      }
      if (isKept) {
        field.control.value = kept[field.name];
        const text = kept.seen?.[field.name];
        if (text !== undefined) mark.seen = { ...item, [field.name]: text };
      }
      fit(field.control);
    }
  }

  return {
    show,
    /** Saves everything, for leaving the page. */
    commitAll: () => fields.forEach(commit),
    /** True while a field shows something that is not saved. */
    get isDirty() { return fields.some(isDirty); },
    /** True while a draft of an earlier visit is shown. */
    get hasDraft() { return Object.keys(kept).length > 0 && fields.some(isDirty); },
    discardDraft() {
      for (const field of fields) {
        const mark = marks.get(field);
        mark.isHeld = false;
        if (isDirty(field)) field.control.value = mark.shown;
      }
      saveDrafts();
    },
  };
}

const isDate = (control) => ['date', 'time'].includes(control.type);
const isValid = (control) => control.checkValidity?.() ?? true;

/** Makes a field for several lines as high as its text. */
function fit(control) {
  if (control.tagName !== 'TEXTAREA' || control.fitted === control.value) return;
  control.fitted = control.value;
  const lines = control.value.split('\n').map((line) => 1 + Math.floor(line.length / LETTERS));
  control.rows = Math.min(ROWS_MAX, lines.reduce((sum, count) => sum + count));
}

/** Creates a label with a control. */
export const labelled = (text, control) => h('label.field', {}, h('span', {}, text), control);

let lineCount = 0;

/** Creates a line that says what is wrong, and marks the control that it is about. */
export function faultLine() {
  const element = h('p.error', { role: 'alert', id: `fault-${lineCount += 1}`, hidden: true });
  let marked = null;
  return {
    element,
    say(text = '', control = null) {
      setText(element, text);
      element.hidden = !text;
      for (const name of ['aria-invalid', 'aria-describedby']) marked?.removeAttribute(name);
      marked = text ? control : null;
      marked?.setAttribute('aria-invalid', 'true');
      marked?.setAttribute('aria-describedby', element.id);
    },
  };
}

/** Reads and fills controls by name, and keeps what is typed into them as a draft until it is dropped. */
export function keepInputs(draft, controls) {
  const valueOf = ({ type }) => (type === 'checkbox' ? 'checked' : 'value');
  const read = () => Object.fromEntries(Object.entries(controls).map(([name, one]) => [name, one[valueOf(one)]]));
  const keep = () => drafts.set(draft, read());
  for (const control of Object.values(controls)) control.addEventListener('input', keep);
  return {
    read, keep, draft: () => drafts.get(draft), drop: () => drafts.set(draft, null),
    fill(values) {
      for (const [name, one] of Object.entries(controls)) if (name in values) one[valueOf(one)] = values[name];
    },
  };
}

/** Creates a `select` from pairs of value and name. */
export const selectOf = (choices) => h('select', {}, ...choices.map(([value, name]) => h('option', { value }, name)));

/** Sets the choices of a `select`: pairs of value and name; a value that is none of them gets one of its own. */
export function setChoices(select, choices, value, nameOf = (other) => other) {
  const all = choices.some(([known]) => known === value) ? choices : [...choices, [value, nameOf(value)]];
  const key = JSON.stringify(all);
  if (select.dataset.choices === key) return;
  select.dataset.choices = key;
  const before = select.value;
  select.replaceChildren(...selectOf(all).children);
  select.value = before;
}
