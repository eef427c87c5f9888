/** The reminders of an item: each is shown and can be removed, and others can be added. */
import { make } from './actions.js';
import { edit } from './changes.js';
import { dueWords, now } from './dates.js';
import { button, h, iconButton, place } from './dom.js';
import { faultLine, keepInputs, labelled, selectOf } from './fields.js';

/** The limits of the reminders that the daemon takes. */
const COUNT_MAX = 5;
const DAYS_MAX = 999;
const DAY = 1_440;
/** Units in minutes. */
const UNITS = [['1', 'minutes'], ['60', 'hours'], [`${DAY}`, 'days'], [`${7 * DAY}`, 'weeks']];
const WHEN = [['0', 'When it is due'], ['60', '1 hour before'], [`${DAY}`, '1 day before'],
  [`${7 * DAY}`, '1 week before'], ['before', 'Another time before'], ['at', 'At a day and time']];

/** Creates the part of an item's page with its reminders. */
export function createReminders(draft, getItem) {
  const rows = h('ul.links');
  const controls = { when: selectOf(WHEN), number: h('input', { type: 'number', inputMode: 'numeric', min: 1 }),
    unit: selectOf(UNITS), at: h('input', { type: 'datetime-local', max: '9999-12-31T23:59' }) };
  const { when, number, unit, at } = controls;
  const inputs = keepInputs(draft, controls);
  const fault = faultLine();
  const parts = [labelled('How many', number), labelled('Unit', unit), labelled('Day and time', at)];
  const element = h('fieldset', { oninput: arrange }, h('legend', {}, 'Reminders'), rows, labelled('Remind', when),
    h('div.pair', {}, ...parts), fault.element, h('div.buttons', {}, button('Add the reminder', add)));
  inputs.fill({ unit: `${DAY}`, ...inputs.draft() });
  arrange();

  function arrange() {
    parts.forEach((part, index) => { part.hidden = when.value !== (index < 2 ? 'before' : 'at'); });
  }

  /** Saves some triggers; what was refused is said here. */
  function save(triggers, text) {
    const onRefused = (reason) => element.isConnected && (fault.say(reason), true);
    const item = getItem();
    return make({ ...edit(item, { reminder: triggers.join(',') }), text: `${text}: “${item.title}”` }, { onRefused });
  }

  function add() {
    const [item, values] = [getItem(), inputs.read()];
    const triggers = triggersOf(item);
    const trigger = triggerOf(values);
    const [text, name] = faultOf(values, item, triggers.includes(trigger), triggers.length) ?? [];
    fault.say(text, controls[name]);
    if (text) return controls[name].focus();
    const { stored } = save([...triggers, trigger], `Reminder ${reminderWords(trigger)}`);
    return stored.then(inputs.drop, () => {});
  }

  const remove = (trigger) => {
    fault.say('');
    save(triggersOf(getItem()).filter((other) => other !== trigger), `No reminder ${reminderWords(trigger)}`);
    when.focus();
  };
  const row = (trigger) => {
    const words = reminderWords(trigger);
    return h('li.split', {}, h('span.text', {}, words), iconButton('close', `Remove: ${words}`, () => remove(trigger)));
  };
  let shown = '';
  return {
    element,
    update({ reminder = '' }) {
      if (reminder !== shown) place(rows, triggersOf({ reminder }).map(row));
      shown = reminder;
    },
  };
}

const triggersOf = ({ reminder = '' }) => reminder.split(',').filter(Boolean);

/** Returns what is wrong, and the control that it is about; null for a reminder that can be added. */
function faultOf({ when, number, unit, at }, { due }, isThere, count) {
  if (when === 'before' && !(/^\d+$/.test(number) && number >= 1 && number * unit <= DAYS_MAX * DAY)) {
    return [`A whole number from 1 on, and not more than ${DAYS_MAX} days.`, 'number'];
  }
  if (when === 'at' && !at) return ['A day and a time are needed.', 'at'];
  if (when === 'at' && at < now()) return [`${dueWords(at)} is past.`, 'at'];
  if (when !== 'at' && !due) return ['It has no due date to be reminded before.', 'when'];
  if (isThere) return ['This reminder is there already.', 'when'];
  return count >= COUNT_MAX ? [`An item has at most ${COUNT_MAX} reminders.`, 'when'] : null;
}

/** Returns the trigger of RFC 5545 that the controls show. */
function triggerOf({ when, number, unit, at }) {
  if (when === 'at') return `${at.replace(/[-:]/g, '')}00`;
  const minutes = when === 'before' ? number * unit : Number(when);
  const [days, hours, rest] = [Math.floor(minutes / DAY), Math.floor(minutes / 60) % 24, minutes % 60];
  const time = (hours ? `${hours}H` : '') + (rest ? `${rest}M` : '');
  return minutes ? `-P${days ? `${days}D` : ''}${time && `T${time}`}` : 'PT0S';
}

/** Writes a trigger for people; those that this page does not know are shown as they are. */
export function reminderWords(trigger) {
  if (trigger === 'PT0S') return 'when it is due';
  const moment = trigger.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d).*/, '$1-$2-$3T$4:$5');
  if (moment !== trigger) return dueWords(moment);
  const [, days, hours, minutes] = /^-P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(trigger) ?? [];
  const isWeeks = days % 7 === 0 && !hours && !minutes;
  const counts = isWeeks ? [[days / 7, 'week']] : [[days, 'day'], [hours, 'hour'], [minutes, 'minute']];
  const words = counts.filter(([count]) => count)
    .map(([count, name]) => `${count} ${name}${Number(count) === 1 ? '' : 's'}`);
  return words.length ? `${words.join(' ')} before` : trigger;
}
