/** The identity of this phone, and the member that it acts for. */
import { ApiError, holdUntil, request } from './api.js';
import { clear, readAll } from './database.js';

const KEY = 'phone';
const FORMER = 'former-phones';

/** At most this many phones that were signed out are remembered, for the changes that they did not send. */
const FORMER_MAX = 8;

export const session = {
  /** @type {{id: string, name: string, member: string, device: string}|null} */
  phone: load(KEY),
  /** True once the server has confirmed that the session is this phone's. Nothing is sent before. */
  isConfirmed: false,
};

/** The name of the lock that one page at a time holds while it sends changes, or changes the session. */
export const LOCK = 'phlist-session';

/** Runs a task under a lock of all pages of this browser, where it has such locks. */
export const locked = (task) => (navigator.locks ? navigator.locks.request(LOCK, task) : task());

/** Returns whether the browser's session is still that of this page: another page may have signed in somebody else. */
export const isCurrent = () => load(KEY)?.id === session.phone?.id;

/**
 * Asks the server whose session this is.
 *
 * Returns `same`, `other` (somebody else got in, perhaps in another page), `none`, or `unknown` without a connection.
 */
export function confirm() {
  const asking = ask();
  holdUntil(asking.then((answer) => {
    if (answer !== 'same') throw new TypeError('not confirmed');
  }));
  return asking;
}

async function ask() {
  try {
    const { phone } = await request('GET', '/phone');
    const isSame = !session.phone || session.phone.id === phone.id;
    remember(phone);
    session.isConfirmed = isSame;
    return isSame ? 'same' : 'other';
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'none' : 'unknown';
  }
}

/** Gets in with a code, as a new phone. */
export function enter(code, name) {
  return locked(async () => {
    const { phone } = await request('POST', '/phone/enter', { body: { code: plainCode(code), name } });
    if (session.phone) await forget(session.phone);
    remember(phone);
    session.isConfirmed = true;
    return phone;
  });
}

/** A code without spaces and hyphens, in capitals, with the letters that look like digits read as those. */
export const plainCode = (code) =>
  code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');

/** Keeps only what a phone has not sent, after the server ended its session. */
export async function forget(phone) {
  await clear([phone.id, 'item'], [phone.id, 'list'], [phone.id, 'fact']);
  const former = [phone, ...formerPhones().filter(({ id }) => id !== phone.id)].slice(0, FORMER_MAX);
  localStorage.setItem(FORMER, JSON.stringify(former));
  if (load(KEY)?.id === phone.id) localStorage.removeItem(KEY);
}

/** The phones that were signed out by the server, the newest first. */
export const formerPhones = () => load(FORMER) ?? [];

/** Reads the changes that a phone has not sent. */
export const readFormer = (phone) => readAll([phone.id, 'outbox']);

/** Forgets a former phone completely. */
export function dropFormer(phone) {
  localStorage.setItem(FORMER, JSON.stringify(formerPhones().filter(({ id }) => id !== phone.id)));
}

/** Takes the phone of this browser back, with all that it stored but its drafts. */
export async function forgetAll({ id }) {
  await clear([id, 'item'], [id, 'list'], [id, 'fact'], [id, 'outbox'], [id, 'sent']);
  localStorage.removeItem(KEY);
  session.phone = null;
}

function remember(phone) {
  session.phone = phone;
  localStorage.setItem(KEY, JSON.stringify(phone));
}

function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}
