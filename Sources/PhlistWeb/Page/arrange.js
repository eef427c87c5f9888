/** The items of a list in the groups in which they are shown. */
import { store } from './store.js';

/**
 * Returns the groups of a list: its sections with items in progress, and those that are completed.
 *
 * An item is in progress as long as it, or something below it, is open.
 *
 * @returns {{open: {name: string, rows: [object, number][]}[], done: [object, number][], items: object[]}}
 */
export function arrange(listID) {
  const items = store.itemsOf(listID);
  const below = childrenOf(items);
  const known = new Set(items.map(({ id }) => id));
  const roots = items.filter(({ parentID }) => !known.has(parentID));
  const groups = new Map([['', []], ...store.sections(listID).map((name) => [name, []])]);
  const done = [];
  for (const root of roots.sort(byRank)) {
    const rows = [];
    const isOpen = collect(root, 0, below, rows);
    if (!isOpen) done.push(rows);
    else group(groups, root.section ?? '').push(...rows);
  }
  done.sort(([[a]], [[b]]) => (b.stateAt ?? 0) - (a.stateAt ?? 0));
  const open = [...groups].map(([name, rows]) => ({ name, rows }));
  return { open, done: done.flat(), items };
}

function group(groups, name) {
  if (!groups.has(name)) groups.set(name, []);
  return groups.get(name);
}

/** Returns items by their parent. */
function childrenOf(items) {
  const below = new Map();
  for (const item of items) {
    if (!item.parentID) continue;
    if (!below.has(item.parentID)) below.set(item.parentID, []);
    below.get(item.parentID).push(item);
  }
  return below;
}

const byRank = (a, b) => store.rank(a) - store.rank(b);

/** Collects an item and what is below it; returns whether any of them is open. */
function collect(item, depth, below, rows) {
  rows.push([item, depth]);
  let isOpen = item.state === 'open';
  for (const child of (below.get(item.id) ?? []).sort(byRank)) {
    isOpen = collect(child, depth + 1, below, rows) || isOpen;
  }
  return isOpen;
}

/** The items directly below one, in their order. */
export const childrenIn = (item) =>
  store.itemsOf(item.listID).filter(({ parentID }) => parentID === item.id).sort(byRank);

/** The number of open items of each list. */
export function openCounts() {
  const counts = new Map();
  for (const { listID, state } of store.allItems()) {
    if (state === 'open') counts.set(listID, (counts.get(listID) ?? 0) + 1);
  }
  return counts;
}
