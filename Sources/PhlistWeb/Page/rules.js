/** The form for a rule of one's own, by which an item comes back: all that `phlistctl edit --every` takes. */
import { make } from './actions.js';
import { edit } from './changes.js';
import { dueWords, today } from './dates.js';
import { button, h, setText } from './dom.js';
import { faultLine, keepInputs, labelled, selectOf } from './fields.js';
import { CODES, dayWords, FREQUENCIES, monthName, readDay, ruleParts, ruleWords } from './quickdates.js';

/** The limits of the rules that the daemon takes. */
const INTERVAL_MAX = 999;
const COUNT_MAX = 9_999;
/** Every month has as many days. */
const DAYS_MIN = 28;

/** Which weekday of a month; the letter tells these choices from those of a day. */
const ORDINALS = [['1w', 'The first …'], ['2w', 'The second …'], ['3w', 'The third …'], ['4w', 'The fourth …'],
  ['-1w', 'The last …']];
const upTo = (count) => Array.from({ length: count }, (_, index) => String(index + 1));

/** Creates the form, which is closed at first, unless a draft is left; `opener` gets the focus when it is closed. */
export function createRuleForm(place, getItem, opener) {
  const controls = createControls();
  const { interval, unit, from, month, day, weekday, end, until, count } = controls;
  const inputs = keepInputs(place, controls);
  const [fault, words] = [faultLine(), h('p.hint', { 'aria-live': 'polite' })];
  const days = h('fieldset', {}, h('legend', {}, 'On'), h('div.boxes', {}, ...CODES.map((code) =>
    h('label.check', {}, controls[code], dayWords(code)))));
  const pair = (...parts) => h('div.pair', {}, ...parts);
  const element = h('fieldset', { hidden: true, oninput: arrange }, h('legend', {}, 'Own rule'),
    pair(labelled('Every', interval), labelled('Unit', unit)), labelled('Counted from', from), days,
    pair(labelled('Month', month), labelled('Day', day), labelled('Weekday', weekday)),
    pair(labelled('Ends', end), labelled('Last day', until), labelled('Times', count)), words, fault.element,
    h('div.buttons', {}, button('Save the rule', save, '.primary'), button('Close', discard)));

  function open(values = inputs.draft() ?? valuesOf(getItem().recurrence)) {
    inputs.fill(values);
    fault.say('');
    arrange();
    element.hidden = false;
  }

  function close() {
    element.hidden = true;
    opener.focus();
  }

  function discard() {
    inputs.drop();
    close();
  }

  /** Shows what belongs to the chosen unit and end, and the rule in words. */
  function arrange() {
    const isOn = (...units) => !from.value && units.includes(unit.value);
    days.hidden = !isOn('WEEKLY');
    month.parentElement.hidden = !isOn('YEARLY');
    day.parentElement.hidden = !isOn('MONTHLY', 'YEARLY');
    weekday.parentElement.hidden = day.parentElement.hidden || !day.value.endsWith('w');
    until.parentElement.hidden = end.value !== 'UNTIL';
    count.parentElement.hidden = end.value !== 'COUNT';
    const values = inputs.read();
    setText(words, faultOf(values, {}) ? '' : `Comes back ${ruleWords(ruleOf(values))}.`);
  }

  function save() {
    const [item, values] = [getItem(), inputs.read()];
    const [text, name] = faultOf(values, item) ?? [];
    fault.say(text, controls[name]);
    if (text) return controls[name].focus();
    const recurrence = ruleOf(values);
    const onRefused = (reason) => {
      if (!element.isConnected) return false;
      open(values);
      inputs.keep();
      fault.say(reason);
      return true;
    };
    const change = { ...edit(item, { recurrence }), text: `“${item.title}” comes back ${ruleWords(recurrence)}` };
    make(change, { onRefused }).stored.then(inputs.drop, () => {});
    return close();
  }

  let isFirst = true;
  return {
    element,
    open() {
      open();
      interval.focus();
    },
    /** Opens the form if something was typed at an earlier visit and not saved. */
    update() {
      if (isFirst && inputs.draft()) open();
      isFirst = false;
    },
  };
}

function createControls() {
  const number = (max) => h('input', { type: 'number', inputMode: 'numeric', min: 1, max, step: 1 });
  const units = Object.entries(FREQUENCIES).map(([name, value]) => [value, `${name}s`]);
  return {
    interval: number(INTERVAL_MAX), unit: selectOf(units),
    from: selectOf([['', 'its due date'], ['COMPLETION', 'the day it is done']]),
    ...Object.fromEntries(CODES.map((code) => [code, h('input', { type: 'checkbox' })])),
    month: selectOf([['', 'As the due date'], ...upTo(12).map((value) => [value, monthName(Number(value))])]),
    day: selectOf([['', 'As the due date'], ...upTo(31).map((value) => [value, value]), ['-1', 'The last day'],
      ...ORDINALS]),
    weekday: selectOf(CODES.map((code) => [code, dayWords(code)])),
    end: selectOf([['', 'Never'], ['UNTIL', 'On a day'], ['COUNT', 'After a number of times']]),
    until: h('input', { type: 'date', min: today(), max: '9999-12-31' }), count: number(COUNT_MAX),
  };
}

/** Returns what the controls show for a rule; without one, every week. */
function valuesOf(rule) {
  const { FREQ, INTERVAL = '1', FROM = '', BYDAY = '', BYMONTH = '', BYMONTHDAY = '', UNTIL = '', COUNT = '' }
    = ruleParts(rule || 'FREQ=WEEKLY');
  const isWeekly = FREQ === 'WEEKLY';
  return {
    interval: INTERVAL, unit: FREQ, from: FROM,
    ...Object.fromEntries(CODES.map((code) => [code, isWeekly && BYDAY.split(',').includes(code)])),
    month: BYMONTH, day: BYDAY && !isWeekly ? `${BYDAY.slice(0, -2)}w` : BYMONTHDAY.split(',').at(-1),
    weekday: isWeekly ? 'MO' : BYDAY.slice(-2) || 'MO', end: UNTIL ? 'UNTIL' : COUNT && 'COUNT', until: readDay(UNTIL),
    count: COUNT,
  };
}

/** Returns what is wrong, and the control that it is about; null for a rule that can be saved. */
function faultOf({ interval, unit, from, month, day, end, until, count }, { due = '' }) {
  const isUpTo = (max, text) => /^\d+$/.test(text) && text >= 1 && text <= max;
  if (!isUpTo(INTERVAL_MAX, interval)) return [`Every: a whole number from 1 to ${INTERVAL_MAX}.`, 'interval'];
  if (unit === 'YEARLY' && !from && !month !== !day) {
    return ['A month and a day go together: choose both, or neither.', month ? 'day' : 'month'];
  }
  if (end === 'COUNT' && !isUpTo(COUNT_MAX, count)) return [`Times: a whole number from 1 to ${COUNT_MAX}.`, 'count'];
  if (end !== 'UNTIL') return null;
  if (!until) return ['The last day is missing.', 'until'];
  if (until < today()) return [`The end, ${dueWords(until)}, is past: choose a day to come.`, 'until'];
  return until < due.slice(0, 10) ? [`The end is before the due date, ${dueWords(due)}.`, 'until'] : null;
}

/** Returns the rule that the controls show, in the form of RFC 5545. */
function ruleOf({ interval, unit, from, month, day, weekday, end, until, count, ...boxes }) {
  const codes = CODES.filter((code) => boxes[code]).join(',');
  const days = {
    WEEKLY: [codes && `BYDAY=${codes}`], MONTHLY: [dayPart(day, weekday)],
    YEARLY: [month && `BYMONTH=${month}`, dayPart(day, weekday)],
  };
  return [`FREQ=${unit}`, Number(interval) > 1 && `INTERVAL=${Number(interval)}`, ...from ? [] : days[unit] ?? [],
    end === 'COUNT' && `COUNT=${Number(count)}`, end === 'UNTIL' && `UNTIL=${until.replaceAll('-', '')}`,
    from && `FROM=${from}`].filter(Boolean).join(';');
}

/** A day that not all months have is the last of several, so that every calendar understands it. */
function dayPart(day, weekday) {
  if (!day || day.endsWith('w')) return day && `BYDAY=${day.slice(0, -1)}${weekday}`;
  if (day <= DAYS_MIN) return `BYMONTHDAY=${day}`;
  return `BYMONTHDAY=${upTo(Number(day)).slice(DAYS_MIN - 1).join(',')};BYSETPOS=-1`;
}
