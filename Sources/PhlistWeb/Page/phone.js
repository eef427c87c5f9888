/** This phone: whose it is, help, and signing out. */
import { h, setText } from './dom.js';
import { helpSections } from './help.js';
import { outbox } from './outbox.js';
import { backButton } from './overview.js';
import { closeSnapshot } from './persist.js';
import { route } from './router.js';
import { leave, session } from './session.js';
import { toast } from './toast.js';

route('phone', () => {
  const { name, member, device } = session.phone;
  const installed = h('p.hint');
  return {
    title: 'This phone',
    element: h('div.page', {}, h('h1', {}, 'This phone'), h('div.card', {},
      h('p', {}, h('b', {}, name), ` is ${member}’s phone on ${device}.`), installed, h('div.buttons', {},
        h('a.button', { href: '#/waiting' }, 'Unsent changes'),
        h('button.danger', { type: 'button', onclick: signOut }, 'Sign out'))), ...helpSections()),
    bar: [backButton(), h('span.space')],
    update: () => setText(installed, navigator.serviceWorker?.controller
      ? 'This page also opens without a connection.'
      : 'Without a connection this page cannot be opened here; changes made while it is open are kept and sent later.'),
  };
});

async function signOut() {
  const count = outbox.waiting.length + outbox.refused.length;
  const question = count ? `${count === 1 ? '1 change was' : `${count} changes were`} not sent and will be lost. Sign out?`
    : 'Sign out? To get in again you need a new code.';
  if (!confirm(question)) return;
  try {
    await leave(closeSnapshot);
    location.replace('/');
  } catch {
    toast('Signing out needs a connection');
  }
}
