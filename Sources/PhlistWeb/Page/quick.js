/**
 * Understands words at the end of what is typed for an item: `milk 2 l #dairy @ben fri !`.
 *
 * The rules are those of `phlistctl add`, of which this page knows the part below. Words are taken from the end for as
 * long as each can mean but one thing; the first other word ends that, so that numbers, signs and days within a title
 * stay what they are. Something is always left for the title. Text in quotation marks is taken as it is.
 */
import { plainDate, plainRule } from './quickdates.js';

/** Units that a title does not begin with: `2 boxes` may be what is meant. */
const MEASURES = new Set('l ml cl dl liter liters litre litres g kg mg gram grams kilo kilos lb lbs oz dozen'.split(' '));

const UNITS = new Set([...MEASURES, ...('pint pints pcs piece pieces pkg pack packs packet packets bottle bottles can '
  + 'cans tin tins jar jars bag bags box boxes carton cartons bunch bunches loaf loaves roll rolls slices crate '
  + 'crates').split(' ')]);

const VOLUMES = new Set('l ml cl dl liter liters litre litres'.split(' '));

const CONTAINERS = new Set(('backpack bag bags bin bottle bottles box boxes bucket can cans cup cups jar jars jug jugs pan '
  + 'pot pots tank tub tubs').split(' '));

/** Words that make what follows them a part of the title: `tickets for friday`. */
const GOVERNING = new Set(('for until till before after from since between during of to with without and or not the a '
  + 'in about size no next last other & + @ at vs').split(' '));

const MARKS = [['"', '"'], ['“', '”'], ['„', '“']];
const PRIORITIES = ['none', 'low', 'medium', 'high'];
const NAME_WORDS_MAX = 4;
const DATE_WORDS_MAX = 7;
const TAG_BYTES_MAX = 64;

/** Letters that many keyboards lack, and what people type for them. */
const LETTERS = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ł: 'l', ŧ: 't', ı: 'i', ς: 'σ',
};

/** A text without case and accents, for comparing titles as the machine does. */
export const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  .replace(/[ßæœøđðþħłŧıς]/g, (letter) => LETTERS[letter]).trim();

/**
 * Returns the title and the fields of a text.
 *
 * @param {{members: string[], me: string}} people the names after `@`.
 */
export function understand(text, people) {
  const literal = unquoted(text.trim());
  if (literal !== null) return { title: literal, fields: {} };
  const words = text.trim().split(/\s+/);
  const fields = {};
  while (words.length > 1) {
    const count = take(words, fields, people);
    if (!count) break;
    words.splice(-count);
  }
  words.splice(0, takeInFront(words, fields));
  if (!Object.keys(fields).length) return { title: text.trim(), fields };
  fields.addTags?.reverse();
  while (words.length > 1 && /^[-–]$/.test(words.at(-1))) words.pop();
  return { title: words.join(' ').replace(/(.)[,;:]+$/, '$1'), fields };
}

/** Returns the text between quotation marks; null if it has none around it, or has others within. */
function unquoted(text) {
  for (const [opening, closing] of MARKS) {
    if (text.length <= 2 || !text.startsWith(opening) || !text.endsWith(closing)) continue;
    const inner = text.slice(1, -1);
    if (!inner.includes(opening) && !inner.includes(closing)) return inner;
  }
  return null;
}

/** Understands words at the end; returns their number, or 0 if they may belong to the title. */
function take(words, fields, people) {
  const sign = takeMember(words, fields, people) || takeSign(words.at(-1), fields);
  if (sign) return sign;
  const isRule = !fields.recurrence && words.some((word) => word.toLowerCase() === 'every');
  return isRule ? takeRule(words, fields) : takeDate(words, fields) || takeQuantity(words, fields);
}

/** Takes a rule from the word `every` on. */
function takeRule(words, fields) {
  const index = words.findLastIndex((word) => word.toLowerCase() === 'every');
  const rule = index > 0 ? plainRule(words.slice(index + 1).join(' ').toLowerCase()) : null;
  if (!rule) return 0;
  fields.recurrence = rule;
  return words.length - index;
}

const governs = (word) => word !== undefined && GOVERNING.has(word.toLowerCase());

function takeMember(words, fields, { members = [], me }) {
  for (let count = 1; !fields.assignee && count <= NAME_WORDS_MAX && count < words.length; count += 1) {
    const text = words.slice(-count).join(' ').toLowerCase();
    if (!text.startsWith('@') || governs(words.at(-count - 1))) continue;
    const name = members.find((member) => member.toLowerCase() === text.slice(1)) ?? (text === '@me' ? me : undefined);
    if (!name) continue;
    fields.assignee = name;
    return count;
  }
  return 0;
}

/** Takes a tag or a priority. */
function takeSign(word, fields) {
  const rest = word.slice(1);
  if (word[0] === '#' && /^\p{L}[\p{L}\p{N}_-]*$/u.test(rest) && new Blob([rest]).size <= TAG_BYTES_MAX) {
    fields.addTags = [...fields.addTags ?? [], rest];
    return 1;
  }
  const priority = rest ? rest.toLowerCase() : 'high';
  if (word[0] !== '!' || fields.priority || !PRIORITIES.includes(priority)) return 0;
  fields.priority = priority;
  return 1;
}

/** Takes the longest date that can be nothing else and is not past. */
function takeDate(words, fields) {
  for (let count = Math.min(DATE_WORDS_MAX, words.length - 1); !fields.due && count > 0; count -= 1) {
    const typed = words.slice(-count);
    const due = plainDate(typed.join(' ').toLowerCase());
    if (!due) continue;
    const before = words.at(-count - 1);
    const isName = /^\p{Lu}/u.test(typed[0]) && /^\p{Lu}/u.test(before);
    if (isName || governs(before) || plainDate(before.toLowerCase())) return 0;
    setDate(fields, due, typed.join(' '));
    return words.length > count + 1 && /^(on|by|due)$/i.test(before) ? count + 1 : count;
  }
  return 0;
}

/** Sets the date, or the time of the first date of a rule. */
function setDate(fields, due, typed) {
  const isTime = /^(at )?[\d:]+ ?([ap]m)?$/i.test(typed);
  if (!isTime || !fields.recurrence || fields.recurrence.includes('BYHOUR')) fields.due = due;
  else fields.recurrence += `;BYHOUR=${Number(due.slice(11, 13))};BYMINUTE=${Number(due.slice(14))}`;
}

/** Takes an amount such as `2 l`, `500g`, `x3` or `x 3`. */
function takeQuantity(words, fields) {
  const found = fields.quantity ? null : quantityAt(words);
  if (!found) return 0;
  const before = words.at(-found.count - 1);
  if (before === undefined || governs(before) || before === 'x' || isNumber(before)) return 0;
  fields.quantity = found.text;
  return found.count;
}

/** Takes an amount in front of the title, such as `3x`, `2 kg` or `a bottle of`; returns the number of its words. */
function takeInFront(words, fields) {
  const found = fields.quantity ? null : quantityInFront(words);
  if (!found || words.length <= found.count || governs(words[found.count])) return 0;
  fields.quantity = found.text;
  let { count } = found;
  while (words.length > count + 1 && /^[-–]$/.test(words[count])) count += 1;
  return count;
}

function quantityInFront(words) {
  const isArticle = words[0].toLowerCase() === 'a';
  const [number, glued] = isArticle ? ['1', ''] : halves(words[0]);
  if (!/[1-9½¼¾⅓⅔]/.test(number)) return null;
  const isSplit = !glued && words.length > 2;
  const unit = (isSplit ? words[1] : glued).toLowerCase();
  // `5g` is a network more often than a weight.
  if (!isSplit && unit === 'g' && number.length === 1) return null;
  const [count, text] = isSplit ? [2, `${number} ${words[1]}`] : [1, words[0]];
  if (unit === 'x' && !isArticle && /^[0-9]{1,9}$/.test(number)) return { text: number, count };
  const hasOf = words[count]?.toLowerCase() === 'of' && words.length > count + 1;
  if (hasOf && UNITS.has(unit)) return { text, count: count + 1 };
  const isMeasure = isArticle ? unit === 'dozen' : MEASURES.has(unit);
  return isMeasure && !isSize(unit, words.slice(count)) ? { text, count } : null;
}

/** Whether a measure is the size of what is named: `10 l bin bags`. */
const isSize = (unit, words) => VOLUMES.has(unit) && words.some((word) => CONTAINERS.has(word.toLowerCase()));

function quantityAt(words) {
  const [last, before] = [words.at(-1), words.at(-2)];
  const [number, unit] = halves(last);
  if (number && UNITS.has(unit.toLowerCase())) return { text: last, count: 1 };
  if (number && unit === 'x') return { text: number, count: 1 };
  if (/^x[0-9]{1,9}$/.test(last) && Number(last.slice(1))) return { text: String(Number(last.slice(1))), count: 1 };
  if (words.length <= 2) return null;
  if (before === 'x' && /^[0-9]{1,9}$/.test(last) && Number(last)) return { text: String(Number(last)), count: 2 };
  return UNITS.has(last.toLowerCase()) && isNumber(before) ? { text: `${before} ${last}`, count: 2 } : null;
}

const isNumber = (word) => halves(word)[0] === word;

/** Splits a word into a number and what follows it; the number is empty if it is none. */
function halves(word) {
  const match = /^([0-9½¼¾⅓⅔](?:[0-9.,½¼¾⅓⅔]*[0-9½¼¾⅓⅔])?)(?![0-9.,½¼¾⅓⅔])(.*)$/.exec(word);
  return match ? [match[1], match[2]] : ['', word];
}
