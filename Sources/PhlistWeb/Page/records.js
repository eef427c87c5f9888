/** The records of a form, to look things up. */
import { get } from './api.js';
import { h, place } from './dom.js';
import { momentWords } from './dates.js';
import { failureText, page, waitingText } from './page.js';
import { fold } from './quick.js';
import { route } from './router.js';
import { store } from './store.js';
import { connection } from './sync.js';

/** The address of the page on which a record is edited; without a key, that of a new one. */
const address = (form, key = '') => `#/record/${form}/${encodeURIComponent(key)}`;

route('form', (form) => {
  const field = h('input', { type: 'search', 'aria-label': 'Find a record', placeholder: 'Find', oninput: show });
  const list = h('div', {}, waitingText());
  const add = h('a.button', { href: address(form) }, 'Add a record');
  const follow = follower(form, load);
  let cards = [];

  function show() {
    const text = fold(field.value);
    const found = cards.filter((card) => fold(card.textContent).includes(text));
    place(list, found.length ? found : [h('p.hint', {}, cards.length ? 'Nothing found.' : 'There are no records.')]);
  }

  async function load() {
    const { records } = await get('/v1/records', { form });
    const known = new Map(cards.map((card) => [card.id, card]));
    cards = records.map((record) => {
      const [before, shown] = [known.get(record.id), JSON.stringify(record)];
      return before?.shown === shown ? before : Object.assign(cardOf(form, record), { shown, open: before?.open });
    });
    show();
  }

  return { ...page(() => store.list(form)?.title ?? 'Form', h('p', {}, field), h('p', {}, add), list),
    update: () => follow((error) => place(list, [failureText(error)])) };
});

/**
 * Returns a function that reads what belongs to a form: at first, after each event about the form, and again where
 * that failed, once there is a connection. It takes what to do with a failure.
 */
export function follower(form, load) {
  let readAt = -1;
  let wasLive = connection.isLive;
  let reading = Promise.resolve();
  return (onFailure) => {
    const isBack = connection.isLive && !wasLive;
    wasLive = connection.isLive;
    const time = store.touchedAt(form);
    if (time === readAt && !isBack) return;
    readAt = time;
    reading = reading.then(load).catch(onFailure);
  };
}

function cardOf(form, { id, key, fields, observations = [] }) {
  const terms = fields.filter(({ value }) => value).flatMap(({ name, value, fault }) =>
    [h('dt', {}, name), h('dd', {}, value, fault ? h('small.late', {}, ` ${fault}`) : '')]);
  return h('details.card', { id }, h('summary', {}, key), h('dl', {}, ...terms),
    h('ul', {}, ...observations.map(({ note = '', by = 'the house', at }) =>
      h('li.hint', {}, `${momentWords(at)} · ${by} ${note}`))),
    h('a.button', { href: address(form, key), 'aria-label': `Edit ${key}` }, 'Edit'));
}
