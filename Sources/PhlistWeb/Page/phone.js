/** This phone: whose it is, help, and signing out. */
import { request } from './api.js';
import { button, h, setText } from './dom.js';
import { drafts } from './drafts.js';
import { helpSections } from './help.js';
import { outbox } from './outbox.js';
import { page } from './page.js';
import { closeSnapshot } from './persist.js';
import { route } from './router.js';
import { forgetAll, locked, session } from './session.js';
import { toast } from './toast.js';

route('phone', () => {
  const { name, member, device } = session.phone;
  const installed = h('p.hint');
  return {
    ...page('This phone', h('div.card', {}, h('p', {}, h('b', {}, name), ` is ${member}’s phone on ${device}.`),
      installed, h('div.buttons', {}, h('a.button', { href: '#/waiting' }, 'Unsent changes'),
        button('Sign out', signOut, '.danger'))), ...helpSections()),
    update: () => setText(installed, navigator.serviceWorker?.controller
      ? 'This page also opens without a connection.'
      : 'Without a connection this page cannot be opened here; changes made while it is open are kept and sent later.'),
  };
});

async function signOut() {
  const count = outbox.waiting.length + outbox.refused.length;
  const unsent = count === 1 ? '1 change was' : `${count} changes were`;
  const question = count ? `${unsent} not sent and will be lost. Sign out?`
    : 'Sign out? To get in again you need a new code.';
  if (!confirm(question)) return;
  try {
    await locked(leave);
    location.replace('/');
  } catch {
    toast('Signing out needs a connection');
  }
}

async function leave() {
  await request('DELETE', '/phone');
  closeSnapshot();
  drafts.clear(session.phone.id);
  await forgetAll(session.phone);
}
