/** The line at the bottom: whether the page is live, and how many changes wait. */
import { h, place } from './dom.js';
import { outbox } from './outbox.js';
import { session } from './session.js';
import { subscribe } from './store.js';
import { connection } from './sync.js';

/** Milliseconds for which a lost connection is not worth a word. */
const PATIENCE = 2_000;

const line = document.getElementById('status');
let lostAt = Date.now();
let timer = 0;

export function startStatus() {
  subscribe(show);
  show();
}

function show() {
  clearTimeout(timer);
  timer = 0;
  if (connection.isLive) lostAt = 0;
  else lostAt ||= Date.now();
  const silent = lostAt ? Date.now() - lostAt : 0;
  const isLost = session.phone && lostAt && silent >= PATIENCE;
  if (lostAt && !isLost) timer = setTimeout(show, PATIENCE - silent);
  const texts = [isLost && h('span', {}, 'No connection'), ...outboxTexts(isLost)].filter(Boolean);
  line.hidden = !texts.length;
  if (line.dataset.shown === texts.map(({ textContent }) => textContent).join()) return;
  line.dataset.shown = texts.map(({ textContent }) => textContent).join();
  place(line, texts);
}

function outboxTexts(isLost) {
  const { waiting, refused } = outbox;
  // A change that is on its way for a moment is no news.
  const old = isLost ? waiting : waiting.filter(({ at }) => Date.now() - at > PATIENCE);
  if (waiting.length && !old.length) timer ||= setTimeout(show, PATIENCE);
  const count = (number, word) => `${number} ${number === 1 ? 'change' : 'changes'} ${word}`;
  return [
    old.length > 0 && h('a', { href: '#/waiting' }, count(old.length, 'waiting')),
    refused.length > 0 && h('a.late', { href: '#/waiting' }, count(refused.length, 'not accepted')),
  ];
}
