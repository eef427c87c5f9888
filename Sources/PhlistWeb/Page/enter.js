/** Getting in: what to do on the machine, and the form for the code. */
import { h } from './dom.js';
import { helpSections } from './help.js';
import { enter, formerPhones, plainCode, readFormer, session } from './session.js';

let code = '';

/** Takes a code out of the address that the QR code opens, and out of the address bar; returns whether there is one. */
export function takeCode() {
  const match = /^#enter=([0-9A-Za-z-]+)/.exec(location.hash);
  if (!match) return false;
  code = plainCode(match[1]);
  history.replaceState(null, '', location.pathname);
  return true;
}

/** Shows the form in place of all else. */
export function showEntry() {
  document.title = 'Getting in · phlist';
  const form = code ? confirmForm() : codeForm();
  document.getElementById('main').replaceChildren(h('div.page', {}, h('h1', {}, code ? 'Welcome' : 'Getting in'),
    unsentNote(), form, ...code ? [] : helpSections()));
}

/** The form after a QR code: whose machine it is, and a name for the phone. */
function confirmForm() {
  return enterForm([
    h('p', {}, 'This phone can see and change the lists of a household on the machine ', h('b', {}, location.hostname),
      '.'),
    session.phone ? h('p', {}, `It is ${session.phone.member}’s phone now, which ends when you continue.`) : '',
  ], [], 'Continue');
}

function codeForm() {
  const field = h('input.code', { name: 'code', autocomplete: 'one-time-code', autocapitalize: 'characters',
    spellcheck: false, required: true, maxLength: 16 });
  return enterForm([h('p', {}, 'Somebody who can use phlist on ', h('b', {}, location.hostname), ' runs'),
    h('p', {}, h('code', {}, 'phlistctl phone add NAME')),
    h('p', {}, 'with your name. Scan the picture that it shows with the camera of this phone, or type the code. '
      + 'It is valid for ten minutes.')],
  [h('label.field', {}, h('span', {}, 'Code'), field)], 'Get in');
}

function enterForm(texts, fields, label) {
  const name = h('input', { name: 'name', value: guessName(), required: true, maxLength: 60 });
  const error = h('p.error', { role: 'alert', hidden: true });
  const button = h('button.primary.wide', { type: 'submit' }, label);
  const onsubmit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    error.hidden = true;
    try {
      await enter(code || event.target.elements.code.value, name.value.trim());
      location.replace('/');
    } catch (reason) {
      error.textContent = reason.status ? [reason.message, reason.hint].filter(Boolean).join('. ')
        : 'The machine does not answer. Is this phone in its network?';
      error.hidden = false;
      if (reason.status === 403) forgetCode();
    }
    button.disabled = false;
  };
  return h('form.card', { onsubmit }, ...texts, ...fields,
    h('label.field', {}, h('span', {}, 'Name of this phone'), name), error, button);
}

/** A code that was refused is of no more use: the form asks for another one the next time. */
function forgetCode() {
  if (!code) return;
  code = '';
  document.querySelector('main form').before(h('p', {}, h('a', { href: '/' }, 'Type another code')));
}

/** Lists the unsent changes of a phone that was signed out. */
function unsentNote() {
  const note = h('div.card', { hidden: true });
  const [phone] = formerPhones();
  if (phone && !session.phone) {
    readFormer(phone).then((entries) => {
      if (!entries.length) return;
      const count = entries.length === 1 ? '1 change' : `${entries.length} changes`;
      note.append(h('p', {}, `This phone was signed out. ${count} of ${phone.member} could not be sent, and can be `
        + `sent once ${phone.member} gets in again:`),
      h('ul', {}, ...entries.map(({ text }) => h('li', {}, text))));
      note.hidden = false;
    });
  }
  return note;
}

function guessName() {
  const agent = navigator.userAgent;
  const words = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'];
  const known = words.find((word) => agent.includes(word));
  const names = { Android: /; ([^;)]+?)(?: Build[^)]*)?\)/.exec(agent)?.[1] ?? 'Android', Macintosh: 'Mac',
    CrOS: 'Chromebook', Windows: 'Windows PC', Linux: 'Linux PC' };
  return (names[known] ?? known ?? 'Phone').replace(/^K$/, 'Android phone');
}
