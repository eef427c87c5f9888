/** Starts the page: who this phone is, what it has stored, and the pages. */
import { signedOut } from './api.js';
import { undoLatest } from './actions.js';
import './conflicts.js';
import { takeCode } from './enter.js';
import './history.js';
import './item.js';
import './list.js';
import { outbox } from './outbox.js';
import './overview.js';
import { openSnapshot, closeSnapshot } from './persist.js';
import './phone.js';
import './records.js';
import { showOnly, startRouting } from './router.js';
import './search.js';
import { confirm, forget, session } from './session.js';
import './settings.js';
import './shop.js';
import { startStatus } from './status.js';
import { start, stop } from './sync.js';
import './trash.js';
import './waiting.js';

const hasCode = takeCode();
registerWorker();
startStatus();
await run();

async function run() {
  signedOut.addEventListener('signed-out', onSignedOut);
  addEventListener('storage', onOtherPage);
  addEventListener('keydown', onKey);
  const former = session.phone;
  const confirming = confirm();
  if (!former || hasCode) {
    const answer = await confirming;
    if (hasCode || !session.phone) showOnly('enter');
    else if (answer === 'unknown') showOnly('enter');
    return session.phone && !hasCode ? openPages() : startRouting();
  }
  await openPages();
  const answer = await confirming;
  if (answer === 'other') {
    await forget(former);
    location.reload();
  }
  return outbox.flush();
}

async function openPages() {
  const facts = await openSnapshot(session.phone.id);
  await outbox.open();
  startRouting();
  start(facts.get('cursor'));
  for (const event of ['online', 'pageshow']) addEventListener(event, wake);
  document.addEventListener('visibilitychange', wake);
}

/** Tries again what failed without a connection. */
async function wake() {
  if (document.visibilityState !== 'visible' || !session.phone) return;
  if (!session.isConfirmed && await confirm() === 'other') location.reload();
  outbox.flush();
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

/** Installs what opens the page without a connection, where the browser allows that. */
function registerWorker() {
  if (!('serviceWorker' in navigator)) return;
  const address = '/sw.js';
  const policy = window.trustedTypes?.createPolicy('phlist', { createScriptURL: () => address });
  // It is refused where the certificate is not trusted; the page works without it.
  navigator.serviceWorker.register(policy ? policy.createScriptURL(address) : address).catch(() => {});
}
