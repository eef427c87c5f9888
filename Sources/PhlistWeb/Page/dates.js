/**
 * Days on a wall calendar, as the API writes them: `2026-12-25` or `2026-12-25T18:00`, without a time zone.
 */

const pad = (number) => String(number).padStart(2, '0');

/** Returns the day of a date in local time. */
export const dayOf = (date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

export const today = () => dayOf(new Date());

/** The current day and minute. */
export function now() {
  const date = new Date();
  return `${dayOf(date)}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Returns the day a number of days after another. */
export function addDays(day, count) {
  const date = localDate(day);
  date.setDate(date.getDate() + count);
  return dayOf(date);
}

/** Returns the days from one day to another. */
export const daysBetween = (from, to) => Math.round((utc(to) - utc(from)) / 86_400_000);

const utc = (text) => Date.UTC(...parts(text));

function parts(text) {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return [year, month - 1, day];
}

/** Returns a date as one in local time. */
export function localDate(text) {
  const [hour = 0, minute = 0] = text.slice(11).split(':').filter(Boolean).map(Number);
  return new Date(...parts(text), hour, minute);
}

/** Returns whether something due at a date is overdue. A day without a time is overdue when it has ended. */
export const isOverdue = (due) => (due.length > 10 ? due < now() : due < today());

/** Returns whether something is due today or overdue. */
export const isDueNow = (due) => Boolean(due) && due.slice(0, 10) <= today();

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const shownParts = { weekday: 'short', day: 'numeric', month: 'short' };
const weekday = new Intl.DateTimeFormat(undefined, shownParts);
const withYear = new Intl.DateTimeFormat(undefined, { ...shownParts, year: 'numeric' });

/** Writes a due date for people, in the language of the phone: "tomorrow 18:00", "Fri 4 Dec". */
export function dueWords(due) {
  const distance = daysBetween(today(), due);
  const date = localDate(due);
  const isNear = Math.abs(distance) <= 1;
  const format = date.getFullYear() === new Date().getFullYear() ? weekday : withYear;
  const day = isNear ? relative.format(distance, 'day') : format.format(date);
  return due.length > 10 ? `${day} ${time.format(date)}` : day;
}

/** Writes a moment in milliseconds since 1970 for people. */
export function momentWords(milliseconds) {
  const date = new Date(milliseconds);
  return dueWords(`${dayOf(date)}T${pad(date.getHours())}:${pad(date.getMinutes())}`);
}
