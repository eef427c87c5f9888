/** Fields that two devices changed at the same time. */
import { make } from './actions.js';
import { get } from './api.js';
import { settle } from './changes.js';
import { momentWords } from './dates.js';
import { h, place } from './dom.js';
import { fieldWords } from './history.js';
import { failureText, page, waitingText } from './page.js';
import { route } from './router.js';

/** Creates a card with the values of a field, one of which the person chooses. */
export function conflictCard(thing, field, conflict) {
  const choose = (index) => () => {
    make(settle(thing, field, conflict, index));
    card.remove();
  };
  const buttons = conflict.values.map((value, index) => h('button', { type: 'button', onclick: choose(index) },
    h('b', {}, fieldWords(field, value.value) || 'nothing'),
    h('small', {}, byWords(value), index ? '' : ' · shown now')));
  const question = `The ${field} was changed in two places at the same time. Which one is right?`;
  const card = h('div.card', {}, h('p', {}, question), h('div.choices', {}, ...buttons));
  return card;
}

const byWords = ({ by = 'the house', device, at }) => `${by}${device ? ` on ${device}` : ''}, ${momentWords(at)}`;

route('conflicts', () => {
  const list = h('div', {}, waitingText());
  get('/v1/conflicts').then(({ conflicts, notices = [] }) => {
    const cards = conflicts.map((conflict) => h('section', {}, h('h2', {}, conflict.title,
      conflict.listTitle ? ` · ${conflict.listTitle}` : ''), conflictCard(conflict, conflict.field, conflict)));
    const texts = notices.map((text) => h('p.card', {}, text));
    place(list, cards.length + texts.length ? [...cards, ...texts] : [h('p.hint', {}, 'There are no conflicts.')]);
  }, (error) => place(list, [failureText(error)]));
  return page('Conflicts', list);
});
