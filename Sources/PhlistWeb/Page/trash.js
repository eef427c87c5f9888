/** The trash: items and lists that can be restored. */
import { make } from './actions.js';
import { get } from './api.js';
import { editList, restore } from './changes.js';
import { momentWords } from './dates.js';
import { button, h, place } from './dom.js';
import { failureText, page, waitingText } from './page.js';
import { route } from './router.js';

route('trash', () => {
  const content = h('div', {}, waitingText());
  Promise.all([get('/v1/items', { trash: true }), get('/v1/lists', { all: true })]).then(([{ items }, { lists }]) => {
    const removed = lists.filter(({ isTrashed }) => isTrashed);
    place(content, [
      removed.length ? h('h2', {}, 'Lists') : '', h('ul.links', {}, ...removed.map((list) =>
        entry(list.title, '', () => editList(list, { isTrashed: false }, `Restored ${list.title}`)))),
      items.length ? h('h2', {}, 'Items') : '', h('ul.links', {}, ...items.map((item) => entry(item.title,
        [item.listTitle, item.trashedAt && momentWords(item.trashedAt), item.trashedBy].filter(Boolean).join(' · '),
        () => restore([item])))),
      removed.length + items.length ? '' : h('p.hint', {}, 'The trash is empty.'),
    ].filter(Boolean));
  }, (error) => place(content, [failureText(error)]));
  return page('Trash', content);
});

function entry(title, meta, change) {
  const element = h('li.split', {}, h('span.text', {}, h('span.title', {}, title), h('span.meta', {}, meta)),
    button('Restore', () => {
      make(change());
      element.remove();
    }, '', { 'aria-label': `Restore ${title}` }));
  return element;
}
