/** The changes that the server does not have. */
import { momentWords } from './dates.js';
import { button, h, place } from './dom.js';
import { drafts } from './drafts.js';
import { labelled } from './fields.js';
import { adopt, outbox } from './outbox.js';
import { page } from './page.js';
import { route } from './router.js';
import { dropFormer, formerPhones, readFormer, session } from './session.js';
import { clear } from './database.js';

route('waiting', () => {
  const content = h('div');
  const former = h('div');
  let shown = '';
  showFormer(former);
  return {
    ...page('Unsent changes', former, content),
    update() {
      const { waiting, refused } = outbox;
      const key = JSON.stringify([waiting, refused].map((some) => some.map(({ id, error }) => [id, error])));
      if (key === shown) return;
      shown = key;
      const [asked, held] = [refused.map(refusedCard), waiting.map(waitingCard)];
      place(content, [...asked.length ? [h('h2', {}, 'Not accepted'), ...asked] : [],
        ...held.length ? [h('h2', {}, 'Waiting for a connection'), ...held] : [],
        ...asked.length + held.length ? [] : [h('p.hint', {}, 'Everything has been sent.')]]);
    },
  };
});

const discardButton = (entry) => button('Discard', () => outbox.discard(entry), '.danger');

const waitingCard = (entry) => h('div.card', {}, h('p', {}, entry.text), h('p.hint', {}, momentWords(entry.at)),
  h('div.buttons', {}, discardButton(entry)));

function refusedCard(entry) {
  const { message, hint, details = [] } = entry.error;
  const reason = [message, ...details, hint].filter(Boolean).join('. ');
  return h('div.card', {}, h('p', {}, entry.text), h('p.error', {}, reason), ...textFields(entry),
    h('div.buttons', {}, button('Try again', () => outbox.retry(entry), '.primary'), discardButton(entry)));
}

/** Fields whose text nobody types. */
const CODED = ['recurrence', 'reminder'];

/** Fields for the texts of a refused change, so that they can be mended. */
function textFields({ body = {} }) {
  const fields = [body.fields, ...body.ownFields ?? []];
  const places = [...Object.keys(body.titles ?? []).map((index) => [body.titles, index]),
    ...['title', 'description'].map((name) => [body, name]),
    ...fields.flatMap((one) => Object.keys(one ?? {}).map((name) => [one, name]))];
  const isText = ([texts, name]) => typeof texts[name] === 'string' && !CODED.includes(name);
  return places.filter(isText).map(([texts, name]) =>
    labelled(texts === body.titles ? 'title' : name, h('textarea', { rows: 2, value: texts[name],
      onchange: (event) => { texts[name] = event.target.value; } })));
}

/** Shows the unsent changes of this person from a phone that was signed out. */
async function showFormer(element) {
  const { member, device } = session.phone;
  for (const phone of formerPhones().filter((one) => one.member === member && one.device === device)) {
    const entries = await readFormer(phone);
    if (entries.length) element.append(formerCard(phone, entries));
    else forgetFormer(phone);
  }
}

function formerCard(phone, entries) {
  const finish = (work) => async () => {
    await work();
    await forgetFormer(phone);
    card.remove();
  };
  const card = h('div.card', {}, h('p', {}, 'From before this phone was signed out:'),
    h('ul', {}, ...entries.map(({ text }) => h('li', {}, text))), h('div.buttons', {},
      button('Send', finish(() => adopt(phone)), '.primary'), button('Discard', finish(() => {}), '.danger')));
  return card;
}

async function forgetFormer(phone) {
  drafts.move(phone.id, session.phone.id);
  await clear([phone.id, 'outbox'], [phone.id, 'sent']);
  dropFormer(phone);
}
