/** The first page: what is due, invitations, and all lists. */
import { make } from './actions.js';
import { addList, answerInvitation } from './changes.js';
import { openCounts } from './arrange.js';
import { dueWords, isDueNow, isOverdue } from './dates.js';
import { button, h, icon, keepingPlace, place, setText } from './dom.js';
import { go, route } from './router.js';
import { rowKeeper } from './row.js';
import { store } from './store.js';
import { loadHome } from './sync.js';

/** The due items that are shown; the others are on a page of their own. */
const DUE_MAX = 5;

const byDue = (a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.title.localeCompare(b.title));

/** Whether somebody can still do what is open in the list of an item. */
const isInProgress = ({ listID }) => {
  const list = store.list(listID);
  return list?.state === 'open' && !list.isTrashed && !list.isLeft && !list.isEnded;
};

/** All items that are due today or overdue, in lists in progress. */
export const dueItems = () =>
  store.allItems().filter((item) => item.state === 'open' && isDueNow(item.due) && isInProgress(item)).sort(byDue);

route('', () => {
  const parts = [notices(), dueSection(), invitations(), listSection(), others()];
  return {
    title: 'Overview',
    element: h('div.page', {}, h('h1', {}, 'Overview'), ...parts.map(({ element }) => element)),
    bar: [h('a.icon-button', { href: '#/search', 'aria-label': 'Search' }, icon('search')),
      h('a.icon-button', { href: '#/phone', 'aria-label': 'This phone and help' }, icon('more'))],
    update() {
      for (const part of parts) part.update();
    },
  };
});

function notices() {
  const element = h('ul.notices', { hidden: true });
  let shown = '';
  return {
    element,
    update() {
      const texts = store.facts.get('notices') ?? [];
      const conflicts = store.facts.get('conflictCount') ?? 0;
      if (shown === JSON.stringify([texts, conflicts])) return;
      shown = JSON.stringify([texts, conflicts]);
      const words = conflicts === 1 ? '1 conflict' : `${conflicts} conflicts`;
      const link = h('li', {}, h('a', { href: '#/conflicts' }, words));
      place(element, [...conflicts ? [link] : [], ...texts.map((text) => h('li', {}, text))]);
      element.hidden = !element.firstChild;
    },
  };
}

function dueSection() {
  const keeper = rowKeeper({ hasList: true });
  const rows = h('ul.rows');
  const more = h('a.more', { href: '#/due' });
  const element = h('section', { hidden: true }, h('h2', {}, 'Due today'), rows, more);
  return {
    element,
    update() {
      const items = dueItems();
      const first = items.slice(0, DUE_MAX);
      setText(element.firstChild, items.some(({ due }) => isOverdue(due)) ? 'Due today and overdue' : 'Due today');
      place(rows, first.map((item) => keeper.row(item)));
      keeper.keep(first);
      setText(more, `All ${items.length}`);
      more.hidden = items.length <= DUE_MAX;
      element.hidden = !items.length;
    },
  };
}

function invitations() {
  const list = h('ul.cards');
  const element = h('section', { hidden: true }, h('h2', {}, 'Invitations'), list);
  let shown = null;
  return {
    element,
    update() {
      const all = store.facts.get('invitations') ?? [];
      if (all === shown) return;
      shown = all;
      place(list, all.map(invitationCard));
      element.hidden = !all.length;
    },
  };
}

function invitationCard(invitation) {
  const { title, inviter, device, isAccepted } = invitation;
  if (isAccepted) return h('li.card', {}, h('p', {}, `${title} has yet to arrive from ${device}.`));
  const answer = (isYes) => (event) => {
    event.target.closest('li').remove();
    make(answerInvitation(invitation, isYes)).reply.catch(() => {}).then(() => loadHome());
  };
  return h('li.card', {}, h('p', {}, h('b', {}, title), ` from ${inviter}`), h('div.buttons', {},
    button('Accept', answer(true), '.primary'), button('Decline', answer(false))));
}

function listSection() {
  const rows = new Map();
  const list = h('ul.lists');
  const closed = h('ul.lists');
  const more = h('details', { hidden: true }, h('summary', {}, 'Completed lists'), closed);
  const element = h('section', {}, h('h2', {}, 'Lists'), list, newListForm(), more);
  return {
    element,
    update() {
      const counts = openCounts();
      const shown = store.lists().sort(byNearestDue);
      const elements = (wanted) => shown.filter(wanted).map((value) => listRow(rows, value, counts.get(value.id) ?? 0));
      keepingPlace(list, () => place(list, elements(({ state }) => state === 'open')));
      place(closed, elements(({ state }) => state !== 'open'));
      more.hidden = !closed.firstChild;
    },
  };
}

const byNearestDue = (a, b) => (a.nearestDue ?? '9').localeCompare(b.nearestDue ?? '9')
  || a.title.localeCompare(b.title);

function listRow(rows, list, openCount) {
  const key = store.keyOf(list.id);
  if (!rows.has(key)) rows.set(key, h('li', {}, h('a', {}, h('span.title'), h('span.meta'), h('span.count'))));
  const link = rows.get(key).firstChild;
  const isForm = list.kind === 'form';
  link.href = `#/${isForm ? 'form' : 'list'}/${list.id}`;
  setText(link.children[0], list.title);
  const due = list.nearestDue ?? list.due;
  const texts = [due && list.state === 'open' && dueWords(due), list.visibility === 'participants' && sharedWith(list),
    list.isEnded && 'no longer shared', list.conflictCount && 'conflicts', list.isPending && 'not sent yet'];
  setText(link.children[1], texts.filter(Boolean).join(' · '));
  link.children[1].classList.toggle('late', Boolean(due) && list.state === 'open' && isOverdue(due));
  const count = isForm ? list.recordCount : openCount;
  setText(link.children[2], String(count));
  link.children[2].setAttribute('aria-label', isForm ? `${count} records` : `${count} open`);
  return rows.get(key);
}

const sharedWith = ({ participants = [] }) => (participants.length ? `with ${participants.join(', ')}` : 'private');

function newListForm() {
  const field = h('input', { type: 'text', 'aria-label': 'Name of a new list', placeholder: 'New list',
    maxLength: 200, required: true });
  const isPrivate = h('input', { type: 'checkbox' });
  const onsubmit = (event) => {
    event.preventDefault();
    const title = field.value.trim();
    if (!title) return;
    const { entry } = make(addList({ title, isPrivate: isPrivate.checked || undefined }));
    go(`#/list/new-${entry.key}-0`);
  };
  return h('form.newlist', { onsubmit }, h('div.addline', {}, field,
    h('button.icon-button', { type: 'submit', 'aria-label': 'Make the list' }, icon('add'))),
    h('label.check', {}, isPrivate, 'Only I see it'));
}

function others() {
  const filters = h('ul.links');
  const element = h('section', {}, h('h2', {}, 'More'), filters, h('ul.links', {},
    h('li', {}, h('a', { href: '#/trash' }, 'Trash')), h('li', {}, h('a', { href: '#/history' }, 'History'))));
  return {
    element,
    update() {
      const all = store.facts.get('filters') ?? [];
      if (filters.childElementCount === all.length && all === filters.shown) return;
      filters.shown = all;
      place(filters, all.map(({ name }) =>
        h('li', {}, h('a', { href: `#/filter/${encodeURIComponent(name)}` }, name))));
    },
  };
}
