/** Opens the lists of this phone: what it has stored, its connection, and the pages. */
import { signedOut } from './api.js';
import { undoLatest } from './actions.js';
import './list.js';
import { outbox } from './outbox.js';
import './overview.js';
import { openSnapshot, closeSnapshot } from './persist.js';
import { lazyRoutes, loadAll, startRouting } from './router.js';
import { confirm, forget, formerPhones, readFormer, session } from './session.js';
import { startStatus } from './status.js';
import { changed } from './store.js';
import { start, stop } from './sync.js';
import { toast } from './toast.js';
import { registerWorker } from './worker.js';

lazyRoutes(['item'], () => import('./item.js'));
lazyRoutes(['shop'], () => import('./shop.js'));
lazyRoutes(['search', 'due', 'filter'], () => import('./search.js'));
lazyRoutes(['settings'], () => import('./settings.js'));
lazyRoutes(['history'], () => import('./history.js'));
lazyRoutes(['conflicts'], () => import('./conflicts.js'));
lazyRoutes(['trash'], () => import('./trash.js'));
lazyRoutes(['waiting'], () => import('./waiting.js'));
lazyRoutes(['form'], () => import('./records.js'));
lazyRoutes(['record'], () => import('./record.js'));
lazyRoutes(['phone'], () => import('./phone.js'));

/** Milliseconds until the server is asked again whose session this is. */
const CONFIRM_FIRST = 500;
const CONFIRM_LAST = 10_000;
/** Milliseconds until the modules of the other pages are read, after what the first one needs. */
const LOAD_DELAY = 1_000;
const MINUTE = 60_000;

/** Shows the lists, first as they were stored. */
export async function open() {
  startStatus();
  signedOut.addEventListener('signed-out', onSignedOut);
  addEventListener('storage', onOtherPage);
  addEventListener('keydown', onKey);
  const facts = await openSnapshot(session.phone.id);
  await outbox.open();
  startRouting();
  // The day goes on while the page is open.
  setInterval(changed, MINUTE);
  for (const event of ['online', 'pageshow']) addEventListener(event, connect);
  document.addEventListener('visibilitychange', connect);
  await connect();
  start(facts.get('cursor'));
  setTimeout(loadAll, LOAD_DELAY);
  return offerFormer();
}

let connecting = null;

/**
 * Makes sure that the session is still this phone's, then sends what waits. Resolves when that is certain.
 *
 * Nothing is sent and nothing is read before: it could be for somebody else.
 */
async function connect() {
  if (!session.phone) return;
  connecting ??= untilConfirmed();
  await connecting;
  connecting = null;
  registerWorker();
  outbox.flush();
}

async function untilConfirmed() {
  for (let delay = CONFIRM_FIRST; !session.isConfirmed; delay = Math.min(delay * 2, CONFIRM_LAST)) {
    const former = session.phone;
    const answer = await confirm();
    if (answer === 'none') return;
    if (answer === 'other') {
      closeSnapshot();
      await forget(former);
      location.reload();
      return;
    }
    if (answer === 'unknown') await new Promise((resolve) => { setTimeout(resolve, delay); });
  }
}

/** Offers to send what this person could not send before the phone was signed out. */
async function offerFormer() {
  const { member, device } = session.phone;
  for (const phone of formerPhones().filter((one) => one.member === member && one.device === device)) {
    const { length } = await readFormer(phone);
    if (length) toast('Changes from before were not sent', { label: 'Show', href: '#/waiting' });
  }
}

/** The server has ended the session: what was shown goes away, what was not sent stays. */
async function onSignedOut() {
  if (!session.phone) return;
  const { phone } = session;
  session.phone = null;
  session.isConfirmed = false;
  stop();
  closeSnapshot();
  await forget(phone);
  location.reload();
}

/** Another page of this browser has signed in somebody else, or has signed out. */
function onOtherPage({ key, newValue }) {
  if (key === 'phone' && session.phone && JSON.parse(newValue)?.id !== session.phone.id) location.reload();
}

function onKey(event) {
  const isTyping = event.target.matches('input:not([type=checkbox]), textarea, select');
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping) return;
  event.preventDefault();
  undoLatest();
}
