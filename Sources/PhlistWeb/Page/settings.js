/** The page about a list as a whole: its name, its sections, the people who see it. */
import { make } from './actions.js';
import { get } from './api.js';
import { arrange } from './arrange.js';
import * as changes from './changes.js';
import { button, h, iconButton, place } from './dom.js';
import { createFields, labelled, selectOf } from './fields.js';
import { backButton, page } from './page.js';
import { go, route } from './router.js';
import { realID, store } from './store.js';
import { showList } from './sync.js';

const SORTS = { manual: 'by hand', name: 'by name', due: 'by due date', created: 'by when they were added',
  updated: 'by the last change' };

route('settings', (key) => {
  const list = () => store.list(realID(key));
  const fields = listFields();
  const form = createFields({ draft: `list/${key}`, getItem: list, fields: fields.map(([, field]) => field) });
  const parts = [sections(list), sharing(list), buttons(list, key)];
  showList(realID(key));
  return {
    ...page(() => `About ${list()?.title ?? 'this list'}`, h('form', { onsubmit: (event) => event.preventDefault() },
      ...fields.map(([label, { control }]) => labelled(label, control))), ...parts.map(({ element }) => element)),
    close() {
      form.commitAll();
      showList(null);
    },
    bar: [backButton(() => `#/list/${key}`), h('span.space')],
    update() {
      if (!list()) return;
      form.show(list());
      for (const part of parts) part.update();
    },
  };
});

function listFields() {
  const field = (name, control, read, change) => ({ name, control, read, change });
  const edit = (name) => (list, value) => changes.editList(list, { [name]: value });
  const sort = selectOf(Object.entries(SORTS));
  return [
    ['Name', field('title', h('input', { required: true, maxLength: 1024 }), ({ title }) => title,
      (list, value) => value && changes.editList(list, { title: value }, `Renamed ${list.title} to ${value}`))],
    ['Description', field('description', h('textarea', { rows: 2 }), (list) => list.description ?? '',
      edit('description'))],
    ['Due', field('due', h('input', { type: 'date', min: '2000-01-01' }), ({ due = '' }) => due.slice(0, 10),
      (list, value) => changes.editList(list, { due: value || 'none' }))],
    ['Order of the items, for everybody', field('sort', sort, ({ view }) => view?.sort ?? 'manual',
      (list, sortName) => ({ ...changes.editList(list, { sort: sortName }),
        effect: { lists: [[list.id, { view: { ...list.view, sort: sortName } }]] } }))],
  ];
}

/** The sections of a list: added, renamed, moved and removed. */
function sections(list) {
  const rows = h('ul.links');
  const name = h('input', { 'aria-label': 'Name of a new section', placeholder: 'New section', required: true,
    maxLength: 200 });
  const onsubmit = (event) => {
    event.preventDefault();
    refresh(make(changes.addSection(list(), name.value.trim())), list);
    name.value = '';
  };
  let shown = '';
  return {
    element: h('section', {}, h('h2', {}, 'Sections'), rows, h('form.addline', { onsubmit }, name,
      iconButton('add', 'Add the section', null, { type: 'submit' }))),
    update() {
      const names = store.sections(list().id);
      if (shown === JSON.stringify(names)) return;
      shown = JSON.stringify(names);
      place(rows, names.map((section, index) => sectionRow(list, section, names[index - 1])));
    },
  };
}

function sectionRow(list, name, previous) {
  const run = (fields, text) => () => refresh(make(changes.editSection(list(), name, fields, text)), list);
  const field = h('input', { value: name, 'aria-label': `Name of the section ${name}`, required: true, onchange: () => {
    if (field.value.trim() && field.value !== name) run({ name: field.value.trim() }, `Renamed the section ${name}`)();
  } });
  return h('li.split', {}, field, iconButton('up', `Move ${name} up`,
    run({ move: { before: previous } }, `Moved the section ${name}`), { disabled: !previous }),
  iconButton('close', `Remove the section ${name}`, run({ isTrashed: true }, `Removed the section ${name}`)));
}

/** Reads the list again after a change of its sections. */
const refresh = ({ reply }, list) => reply.then(() => showList(list().id)).catch(() => {});

/** Shows the people who see a list; its owner can change that. */
function sharing(list) {
  const content = h('div');
  const element = h('section', {}, h('h2', {}, 'Who sees it'), content);
  let isAsked = false;

  const run = (fields, text) => () => make(changes.share(list(), fields, text)).reply.then(load, () => {});

  async function load() {
    isAsked = true;
    const reply = await get('/v1/sharing', { list: list().id }).catch(() => null);
    place(content, reply ? shown(reply) : [h('p.hint', {}, 'This can only be shown with a connection.')]);
  }

  function shown({ list: known, participants }) {
    const isMine = known.owner === store.facts.get('me');
    const isForAll = known.visibility === 'household';
    const present = participants.filter(({ state }) => !['removed', 'left', 'declined'].includes(state));
    const absent = (store.facts.get('members') ?? []).filter((name) => !present.some((one) => one.name === name));
    const remove = (name) =>
      button('Remove', run({ remove: [name] }, `${known.title} is no longer shared with ${name}`));
    const people = present.map(({ name, state }) => h('li.split', {}, h('span.text', {}, h('span.title', {}, name),
      h('span.meta', {}, state === 'accepted' ? 'takes part' : state)), isMine && state !== 'owner' && remove(name)));
    const invite = absent.map((name) =>
      button(`Invite ${name}`, run({ invite: [name] }, `Invited ${name} to ${known.title}`)));
    const change = isForAll
      ? button('Make it private', run({ isForEverybody: false }, `Only you see ${known.title} now`))
      : button('Show it to everybody', run({ isForEverybody: true }, `Everybody sees ${known.title} now`));
    return [h('p', {}, isForAll ? 'Everybody in the household sees this list.' : 'Only these people see this list:'),
      h('ul.links', {}, ...isForAll ? [] : people),
      isMine ? h('div.buttons', {}, ...isForAll ? [] : invite, change)
        : h('p.hint', {}, `${known.owner ?? 'The house'} can change that.`)];
  }

  return { element, update: () => { if (!isAsked && !list().isPending) load(); } };
}

/** Creates the buttons for a list as a whole. */
function buttons(list, key) {
  const leave = (change) => () => {
    make(change(list()));
    go('#/');
  };
  const clear = button('Clear completed items', () => {
    const closed = arrange(list().id).items.filter(({ state }) => state !== 'open');
    if (closed.length) make(changes.clearDone(list(), closed));
  });
  const setState = (label, state, verb) =>
    button(label, () => make(changes.editList(list(), { state }, `${verb} ${list().title}`)));
  const complete = setState('Complete the list', 'done', 'Completed');
  const reopen = setState('Reopen the list', 'open', 'Reopened');
  const trash = (shown) => changes.editList(shown, { isTrashed: true }, `Removed ${shown.title}`);
  const [left, remove] = [button('Leave', leave(changes.leaveList)), button('Delete', leave(trash), '.danger')];
  return {
    element: h('section', {}, h('h2', {}, 'Actions'), h('div.buttons', {}, clear, complete, reopen,
      h('a.button', { href: `#/history/${key}` }, 'History'), left, remove)),
    update() {
      const { state, owner, deletion } = list();
      complete.hidden = state !== 'open';
      reopen.hidden = state === 'open';
      clear.hidden = deletion === 'cancel-only';
      left.hidden = owner === store.facts.get('me');
    },
  };
}
