/** The page of a list, by sections. */
import { createAddBar } from './addbar.js';
import { arrange } from './arrange.js';
import { h, icon, keepingPlace, place, setText } from './dom.js';
import { backButton } from './page.js';
import { startReordering } from './reorder.js';
import { route } from './router.js';
import { rowKeeper } from './row.js';
import { realID, store } from './store.js';
import { showList } from './sync.js';

route('list', (key) => {
  const list = () => store.list(realID(key));
  const keeper = rowKeeper();
  const groups = groupKeeper();
  const open = h('div.groups');
  const done = doneGroup();
  const empty = h('p.hint', { hidden: true });
  const title = h('h1', { 'data-live': 'yes' });
  const element = h('div.page.has-addbar', {}, title, h('p.description'), open, empty, done.element,
    createAddBar({ placeOf: () => ({ list: list() }), draft: `add/${key}`, label: 'Add items' }));
  const reordering = startReordering(open);
  const reorder = h('button.icon-button', { type: 'button', 'aria-label': 'Reorder', 'aria-pressed': 'false',
    onclick: () => reordering.toggle(reorder) }, icon('drag'));
  showList(realID(key));

  function update() {
    const shown = list();
    element.lastChild.hidden = !shown || shown.isEnded;
    if (!shown) return showMissing(empty);
    setText(element.children[1], shown.description);
    // A list that is sorted has no order of its own.
    reorder.hidden = (shown.ownView ?? shown.view)?.sort !== 'manual';
    const arranged = arrange(shown.id);
    keepingPlace(element, () => {
      place(open, arranged.open.filter(({ rows }) => rows.length)
        .map((group) => groups.show(group, (item, depth) => keeper.row(item, depth))));
      done.show(arranged.done, keeper);
    });
    keeper.keep(arranged.items);
    reordering.update();
    empty.hidden = Boolean(open.firstChild);
    return setText(empty, arranged.done.length ? 'All done.' : 'Nothing here yet.');
  }

  return {
    title: () => list()?.title ?? 'List',
    element,
    update,
    close: () => showList(null),
    bar: [backButton(), h('span.space'),
      h('a.icon-button', { href: `#/shop/${key}`, 'aria-label': 'Shopping mode' }, icon('cart')),
      reorder,
      h('a.icon-button', { href: `#/settings/${key}`, 'aria-label': 'About this list' }, icon('more'))],
  };
});

function showMissing(empty) {
  empty.hidden = false;
  setText(empty, 'This list is not here. It may have been removed, or is no longer shared with you.');
}

/** Sections by their names. */
function groupKeeper() {
  const groups = new Map();
  return {
    show({ name, rows }, rowOf) {
      if (!groups.has(name)) {
        groups.set(name, h('section', {}, h('h2', { hidden: !name }, name), h('ul.rows')));
      }
      const group = groups.get(name);
      place(group.lastChild, rows.map(([item, depth]) => rowOf(item, depth)));
      return group;
    },
  };
}

/** The completed items, folded away. */
function doneGroup() {
  const rows = h('ul.rows');
  const summary = h('summary', {}, h('h2', {}, 'Completed'));
  const element = h('details.done', { hidden: true, ontoggle: () => redraw() }, summary, rows);
  let redraw = () => {};
  return {
    element,
    show(items, keeper) {
      redraw = () => place(rows, element.open ? items.map(([item, depth]) => keeper.row(item, depth)) : []);
      redraw();
      element.hidden = !items.length;
      setText(summary.firstChild, `Completed (${items.length})`);
    },
  };
}
