/** The records of a form, to look things up. */
import { get } from './api.js';
import { h, place } from './dom.js';
import { momentWords } from './dates.js';
import { failureText, page, waitingText } from './page.js';
import { fold } from './quick.js';
import { route } from './router.js';
import { store } from './store.js';

route('form', (form) => {
  const title = store.list(form)?.title ?? 'Form';
  const field = h('input', { type: 'search', 'aria-label': 'Find a record', placeholder: 'Find', oninput: show });
  const list = h('div', {}, waitingText());
  let cards = [];

  function show() {
    const text = fold(field.value);
    const found = cards.filter((card) => fold(card.textContent).includes(text));
    place(list, found.length ? found : [h('p.hint', {}, cards.length ? 'Nothing found.' : 'There are no records.')]);
  }

  get('/v1/records', { form }).then(({ records }) => {
    cards = records.map(cardOf);
    show();
  }, (error) => place(list, [failureText(error)]));
  return page(title, h('p', {}, field), list);
});

function cardOf({ key, fields, observations = [] }) {
  const terms = fields.filter(({ value }) => value).flatMap(({ name, value, fault }) =>
    [h('dt', {}, name), h('dd', {}, value, fault ? h('small.late', {}, ` ${fault}`) : '')]);
  return h('details.card', {}, h('summary', {}, key), h('dl', {}, ...terms), h('ul', {}, ...observations.map(
    ({ note = '', by = 'the house', at }) => h('li.hint', {}, `${momentWords(at)} · ${by} ${note}`))));
}
