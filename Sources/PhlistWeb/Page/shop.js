/** Shopping mode: big rows, what is ticked sinks, and the screen stays on. */
import { arrange } from './arrange.js';
import { h, iconButton, place, setText } from './dom.js';
import { backButton } from './page.js';
import { goBack, route } from './router.js';
import { rowKeeper } from './row.js';
import { realID, store } from './store.js';
import { showList } from './sync.js';

route('shop', (key) => {
  const keeper = rowKeeper({ isBig: true });
  const count = h('p.counter', { role: 'status' });
  const bar = h('progress', { 'aria-label': 'Completed', value: 0 });
  const groups = h('div');
  const done = h('ul.rows');
  const doneGroup = h('section', {}, h('h2', {}, 'In the basket'), done);
  const sections = new Map();
  /** The items of this trip: those that were open when it began, and what came later. */
  const trip = new Set();
  const screen = keepScreenOn();
  showList(realID(key));

  function update() {
    const arranged = arrange(realID(key));
    const items = arranged.items;
    for (const { id, state } of items) if (state === 'open') trip.add(store.keyOf(id));
    const rows = items.filter(({ id }) => trip.has(store.keyOf(id)));
    const open = arranged.open.map(({ name, rows: all }) =>
      ({ name, rows: all.map(([item]) => item).filter(({ state }) => state === 'open') }));
    place(groups, open.filter((group) => group.rows.length).map((group) => sectionOf(sections, group, keeper)));
    const ticked = rows.filter(({ state }) => state !== 'open').sort((a, b) => (b.stateAt ?? 0) - (a.stateAt ?? 0));
    place(done, ticked.map((item) => keeper.row(item)));
    doneGroup.hidden = !ticked.length;
    keeper.keep(rows);
    setText(count, rows.length ? `${ticked.length} of ${rows.length}` : 'Nothing to buy');
    bar.max = rows.length || 1;
    bar.value = ticked.length;
  }

  return {
    title: () => store.list(realID(key))?.title ?? 'Shopping mode',
    element: h('div.page.shop', {}, h('div.shophead', {}, h('h1', { 'data-live': 'yes' }), count), bar, groups,
      doneGroup),
    update,
    close() {
      screen.release();
      showList(null);
    },
    bar: [backButton(() => `#/list/${key}`), h('span.space'),
      iconButton('close', 'Leave shopping mode', () => goBack(`#/list/${key}`))],
  };
});

function sectionOf(sections, { name, rows }, keeper) {
  if (!sections.has(name)) sections.set(name, h('section', {}, h('h2', { hidden: !name }, name), h('ul.rows')));
  const section = sections.get(name);
  place(section.lastChild, rows.map((item) => keeper.row(item)));
  return section;
}

/** Keeps the screen on, where the browser can, also after the page was hidden. */
function keepScreenOn() {
  let lock = null;
  let isReleased = false;
  const take = async () => {
    if (isReleased || document.visibilityState !== 'visible') return;
    lock = await navigator.wakeLock?.request('screen').catch(() => null);
    if (isReleased) lock?.release();
  };
  document.addEventListener('visibilitychange', take);
  take();
  return {
    release() {
      isReleased = true;
      document.removeEventListener('visibilitychange', take);
      lock?.release();
    },
  };
}
