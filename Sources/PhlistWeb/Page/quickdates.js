/** Dates and rules that are nothing else, wherever they are typed: `tomorrow 18:00`, `fri`, `every 2 weeks`. */
import { addDays, dayOf, dueWords, localDate, now, today } from './dates.js';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october',
  'november', 'december'];
export const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
export const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' };

/** The number of a word for a day or a month; three letters are enough. */
const indexOf = (word, names) => (word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word)));
const weekdayOf = (word) => indexOf(word === 'weds' ? 'wednesday' : word, WEEKDAYS);

/** The weekday of a day, from 0 for Monday. */
const weekdayNumber = (day) => (localDate(day).getDay() + 6) % 7;

const pad = (number) => String(number).padStart(2, '0');

/** Splits a text into words; `5 pm` becomes one. */
function split(text) {
  return text.replace(/\b(\d{4}-\d\d?-\d\d?)t(?=\d)/g, '$1 ').replace(/(\d) (am|pm)\b/g, '$1$2')
    .split(/[\s,]+/).filter((word) => word && word !== 'the');
}

/**
 * Returns the date that a text in lower case means, if it can be nothing else and is not past; else null.
 */
export function plainDate(text) {
  const words = split(text);
  const isAlone = words.length === 1 || (words.length === 2 && words[0] === 'at');
  const clock = takeTime(words);
  if (clock === undefined || (!words.length && (!clock || !isAlone || !/(am|pm)$|^at /.test(text)))) return null;
  const day = words.length ? dayFrom(words) : firstDayWith(clock);
  if (!day || day < today()) return null;
  if (text === 'tonight') return `${day}T${now().slice(11) < '20:00' ? '20:00' : '23:59'}`;
  return clock ? `${day}T${clock}` : day;
}

/**
 * Returns the days that the words of a filter mean, as a day or `FROM/TO`; null for words that this page does not know.
 */
export function daysOf(text) {
  const words = split(text.toLowerCase()).join(' ');
  const weekday = weekdayNumber(today());
  const nextMonth = addMonths(`${today().slice(0, 7)}-01`, 1);
  switch (words) {
    case 'next week': return `${addDays(today(), 7 - weekday)}/${addDays(today(), 13 - weekday)}`;
    case 'next month': return `${nextMonth}/${addDays(addMonths(nextMonth, 1), -1)}`;
    case 'yesterday': return addDays(today(), -1);
    case 'weekend': case 'this weekend': return addDays(today(), (12 - weekday) % 7);
    case 'sun': return oneWord('sunday', 6);
    default: return shortDistance(words) ?? plainDate(words)?.slice(0, 10) ?? null;
  }
}

/** `3d`, `+2w` and `-1m`; null for anything else. */
function shortDistance(word) {
  const [, digits, unit] = /^([+-]?\d{1,4})([dwmy])$/.exec(word) ?? [];
  if (!unit) return null;
  const count = Number(digits);
  if (unit === 'd' || unit === 'w') return addDays(today(), unit === 'd' ? count : count * 7);
  return addMonths(today(), unit === 'm' ? count : count * 12);
}

/** Takes a time from either end of some words; undefined if one is not valid, null if there is none. */
function takeTime(words) {
  const last = timeOf(words.at(-1));
  const found = last ?? (words.length > 1 ? timeOf(words[0]) : null);
  if (!found) return found;
  if (last) words.pop();
  else words.shift();
  if (last && words.at(-1) === 'at') words.pop();
  return found;
}

/** Returns a time such as `18:00`, `5pm` or `noon` as `HH:MM`; null for another word, undefined if it is not valid. */
function timeOf(word) {
  if (word === 'noon') return '12:00';
  if (word === 'midnight') return '23:59';
  const match = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(word ?? '');
  if (!match || (!match[2] && !match[3])) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  if (minute > 59 || (match[3] ? hour < 1 || hour > 12 : hour > 23)) return undefined;
  return `${pad(match[3] ? (hour % 12) + (match[3] === 'pm' ? 12 : 0) : hour)}:${pad(minute)}`;
}

const firstDayWith = (clock) => (clock > now().slice(11) ? today() : addDays(today(), 1));

/** Returns the day that words without a time mean. */
function dayFrom(words) {
  if (words.length === 1 && words[0] === 'sun') return null;
  const [first, ...rest] = words;
  const isFiller = /^(on|by|this)$/.test(first) && rest.length;
  if (isFiller) return first === 'this' && weekdayOf(rest[0]) < 0 ? null : dayFrom(rest);
  if (first === 'in') return distance(rest);
  if (first === 'next') return dayAfterNext(rest);
  const weekday = weekdayOf(first);
  if (weekday >= 0 && rest.length) {
    const day = calendarDay(rest);
    return day && weekdayNumber(day) === weekday ? day : null;
  }
  return rest.length ? calendarDay(words) : oneWord(first, weekday);
}

function oneWord(word, weekday) {
  if (word === 'today' || word === 'tonight') return today();
  if (word === 'tomorrow') return addDays(today(), 1);
  if (weekday >= 0) return addDays(today(), ((weekday - weekdayNumber(today()) + 6) % 7) + 1);
  return calendarDay([word]);
}

/** `3 days`, `a week`. */
function distance([amount, unit, ...rest]) {
  const count = /^(a|an|one)$/.test(amount) ? 1 : Number(/^\d{1,4}$/.test(amount ?? '') ? amount : NaN);
  const name = (unit ?? '').replace(/s$/, '');
  if (rest.length || !FREQUENCIES[name] || Number.isNaN(count)) return null;
  if (name === 'day' || name === 'week') return addDays(today(), name === 'day' ? count : count * 7);
  return addMonths(today(), name === 'month' ? count : count * 12);
}

/** The same day some months later, or the last day of a month that is too short. */
function addMonths(day, count) {
  const date = localDate(day);
  const wanted = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + count + 1, 0);
  if (wanted < date.getDate()) date.setDate(wanted);
  return dayOf(date);
}

/** A weekday of the next week, which starts on Monday, or the next week. */
function dayAfterNext([word, ...rest]) {
  if (rest.length || !word) return null;
  const weekday = word === 'week' ? 0 : weekdayOf(word);
  return weekday < 0 ? null : addDays(today(), 7 + weekday - weekdayNumber(today()));
}

/** `25 dec`, `dec 25`, `25 dec 2026`, `2026-12-25`, `25.12.2026`, `25.12.` */
function calendarDay(words) {
  const text = words.join(' ');
  const written = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text);
  if (written) return exactDay(written[1], written[2], written[3]);
  const dotted = /^(\d\d?)\.(\d\d?)\.(\d{4})?$/.exec(text);
  if (dotted) return exactDay(dotted[3], dotted[2], dotted[1]);
  const [, dayWord, monthWord, year] = /^(\d\d?) (\p{L}+)(?: (\d{4}))?$/u.exec(text)
    ?? (([, month, day, end]) => [text, day, month, end])(/^(\p{L}+) (\d\d?)(?: (\d{4}))?$/u.exec(text) ?? []);
  const month = monthWord ? indexOf(monthWord, MONTHS) + 1 : 0;
  return month ? exactDay(year, month, dayWord) : null;
}

/** A day of a year, or of the first year in which it exists and is not past. */
function exactDay(year, month, day) {
  const first = Number(year ?? today().slice(0, 4));
  for (let candidate = first; candidate <= (year ? first : first + 8); candidate += 1) {
    const text = `${candidate}-${pad(Number(month))}-${pad(Number(day))}`;
    if (dayOf(localDate(text)) === text && (year || text >= today())) return text;
  }
  return null;
}

/**
 * Returns the rule that the words after `every` mean, in the form of RFC 5545; null if this page does not know it.
 *
 * It knows `day`, `2 weeks`, `mon, thu` and a time after that. The device knows more: `phlistctl add`.
 */
export function plainRule(text) {
  const words = split(text).filter((word) => !/^(on|and|at)$/.test(word));
  const clock = words.length > 1 ? takeTime(words) : null;
  const [first, second] = words;
  if (!first || clock === undefined) return null;
  const time = clock ? `;BYHOUR=${Number(clock.slice(0, 2))};BYMINUTE=${Number(clock.slice(3))}` : '';
  if (words.every((word) => weekdayOf(word) >= 0)) {
    const days = [...new Set(words.map(weekdayOf))].sort((a, b) => a - b);
    return `FREQ=WEEKLY;BYDAY=${days.map((day) => CODES[day]).join(',')}${time}`;
  }
  const count = second ? Number(/^\d{1,3}$/.exec(first)) : 1;
  const unit = FREQUENCIES[(second ?? first).replace(/s$/, '')];
  if (!unit || count < 1 || words.length > 2) return null;
  return `FREQ=${unit}${count > 1 ? `;INTERVAL=${count}` : ''}${time}`;
}

/** Splits a rule into its parts, by name. */
export const ruleParts = (rule) => Object.fromEntries(rule.split(';').map((part) => part.split('=')));

/** Writes a rule for people; rules that this page does not know are shown as they are. */
export function ruleWords(rule) {
  const parts = ruleParts(rule);
  const unit = Object.keys(FREQUENCIES).find((name) => FREQUENCIES[name] === parts.FREQ);
  if (!unit) return rule;
  const count = Number(parts.INTERVAL ?? 1);
  const end = (parts.UNTIL ? ` until ${dueWords(readDay(parts.UNTIL))}` : '')
    + (parts.COUNT ? `, ${parts.COUNT} ${parts.COUNT === '1' ? 'time' : 'times'}` : '');
  if (parts.FROM) return `${count} ${unit}${count > 1 ? 's' : ''} after it is done${end}`;
  const every = count > 1 ? `every ${count} ${unit}s` : `every ${unit}`;
  const days = parts.BYDAY?.split(',').map(dayWords).join(', ');
  if (days && unit === 'week') return (count > 1 ? `${every} on ${days}` : `every ${days}`) + end;
  const month = parts.BYMONTH ? ` of ${monthName(Number(parts.BYMONTH))}` : '';
  return every + (days || parts.BYMONTHDAY ? ` on ${days ? `the ${days}` : monthDay(parts)}${month}` : '') + end;
}

/** The day of a month. A day that not all months have is the last of several. */
function monthDay({ BYMONTHDAY: days }) {
  const day = days.split(',').at(-1);
  return day === '-1' ? 'the last day' : `day ${day}`;
}

/** Reads a day as RFC 5545 writes it: `20270630`. */
export const readDay = (text) => text.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3');

const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'long' });

/** The name of a month, from 1. */
export const monthName = (number) => monthFormat.format(localDate(`2024-${pad(number)}-01`));

/** `MO` is Mon, `-1FR` the last Fri. */
export function dayWords(code) {
  const [, number, letters] = /^(-?\d+)?(\w\w)$/.exec(code) ?? [];
  const name = weekdayFormat.format(localDate(addDays('2024-01-01', CODES.indexOf(letters))));
  if (!number) return name;
  return number === '-1' ? `last ${name}` : `${number}. ${name}`;
}
