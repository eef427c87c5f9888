/** Parts that all pages share. */
import { h, iconButton } from './dom.js';
import { goBack } from './router.js';

/** Creates the button that leads back, or to another page if this is the first one. */
export const backButton = (hash = () => '#/') => iconButton('back', 'Back', () => goBack(hash()));

/**
 * Creates a page with a heading, and a bar with a button that leads back; `title` may be a function.
 */
export function page(title, ...children) {
  const heading = typeof title === 'function' ? h('h1', { 'data-live': 'yes' }) : h('h1', {}, title);
  return { title, element: h('div.page', {}, heading, ...children), bar: [backButton(), h('span.space')] };
}

/** A text to show until an answer has come. */
export const waitingText = () => h('p', { role: 'status' }, '…');

/** A text to show instead of an answer. */
export const failureText = (error, offline = 'This can only be shown with a connection.') =>
  h('p.error', { role: 'alert' }, error.status ? error.message : offline);
