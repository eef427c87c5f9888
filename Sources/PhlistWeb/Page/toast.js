/** Messages that go away by themselves, and what screen readers are told. */
import { h } from './dom.js';

/** Milliseconds for which a message with a button stays; one without stays half as long. */
const DURATION = 8_000;

const region = document.getElementById('toast');
const live = document.getElementById('live');
let timer = 0;

/**
 * Shows a message instead of the one before, with a button or a link if there is an `action`.
 *
 * @param {{label: string, run?: Function, href?: string}} action
 */
export function toast(text, action) {
  clearTimeout(timer);
  const button = action?.run
    ? h('button', { type: 'button', onclick: () => { hide(); action.run(); } }, action.label)
    : action && h('a.button', { href: action.href, onclick: hide }, action.label);
  region.replaceChildren(h('p', {}, text), button ?? '');
  region.hidden = false;
  timer = setTimeout(hideUnlessUsed, action ? DURATION : DURATION / 2);
}

/** Tells screen readers what somebody else has changed, without showing it twice. */
export function announce(text) {
  live.textContent = text;
}

function hide() {
  region.hidden = true;
  region.replaceChildren();
}

/** Leaves a message while the pointer or the keyboard is on it. */
function hideUnlessUsed() {
  if (region.matches(':hover, :focus-within')) timer = setTimeout(hideUnlessUsed, DURATION / 4);
  else hide();
}
