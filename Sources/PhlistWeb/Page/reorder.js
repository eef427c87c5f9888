/** Reordering the items of a list: by dragging a handle, and by buttons. */
import { make } from './actions.js';
import { moveNextTo } from './changes.js';
import { h, iconButton } from './dom.js';
import { announce } from './toast.js';

/**
 * Adds handles and buttons to the rows of some groups while it is switched on.
 *
 * @param {HTMLElement} groups the sections with rows.
 */
export function startReordering(groups) {
  let isOn = false;

  function update() {
    groups.classList.toggle('reordering', isOn);
    for (const row of groups.querySelectorAll('.row')) {
      if (isOn && !row.tools) row.append(row.tools = toolsOf(row));
      else if (!isOn && row.tools) {
        row.tools.remove();
        row.tools = null;
      }
    }
  }

  return {
    update: () => { if (isOn || groups.classList.contains('reordering')) update(); },
    toggle(button) {
      isOn = !isOn;
      button.setAttribute('aria-pressed', isOn);
      update();
    },
  };
}

function toolsOf(row) {
  const handle = h('span.handle', { onpointerdown: (event) => drag(event, row), title: 'Drag' }, iconOf('drag'));
  return h('span.tools', {}, iconButton('up', `Move up ${row.item.title}`, () => step(row, -1)),
    iconButton('down', `Move down ${row.item.title}`, () => step(row, 1)), handle);
}

const iconOf = (name) => iconButton(name, '', null).firstChild;

/** Moves a row by one place among its siblings; keeps the focus on the button. */
function step(row, direction) {
  const focused = document.activeElement;
  const neighbour = sibling(row, direction);
  if (!neighbour) return announce('It cannot go further.');
  make(moveNextTo(row.item, neighbour.item, direction < 0), { isQuiet: true });
  announce(`Moved ${row.item.title} ${direction < 0 ? 'before' : 'after'} ${neighbour.item.title}`);
  return queueMicrotask(() => focused.focus());
}

/** The next row in a direction that is below the same item. */
function sibling(row, direction) {
  const next = direction < 0 ? 'previousElementSibling' : 'nextElementSibling';
  for (let other = row[next]; other; other = other[next]) {
    if (other.depth === row.depth) return other;
    if (other.depth < row.depth) return null;
  }
  return null;
}

/** Drags a row: it follows the pointer, and a line shows where it would go. */
function drag(event, row) {
  event.preventDefault();
  const handle = event.currentTarget;
  handle.setPointerCapture(event.pointerId);
  const startY = event.clientY + window.scrollY;
  let target = null;

  function move({ clientX, clientY }) {
    row.style.setProperty('--drag', `${clientY + window.scrollY - startY}px`);
    row.classList.add('dragged');
    scrollNear(clientY);
    mark(targetAt(clientX, clientY, row));
  }

  function mark(found) {
    target?.row.classList.remove('before', 'after');
    target = found;
    target?.row.classList.add(target.isBefore ? 'before' : 'after');
  }

  function end({ type }) {
    for (const name of ['pointermove', 'pointerup', 'pointercancel']) handle.removeEventListener(name, listeners[name]);
    row.classList.remove('dragged');
    row.style.removeProperty('--drag');
    const found = target;
    mark(null);
    if (found && type === 'pointerup') make(moveNextTo(row.item, found.row.item, found.isBefore));
  }

  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  for (const [name, listener] of Object.entries(listeners)) handle.addEventListener(name, listener);
}

/** The row under the pointer, and whether the dragged one would go before it. */
function targetAt(x, y, dragged) {
  const under = document.elementsFromPoint(Math.min(x, window.innerWidth - 90), y);
  const row = under.map((element) => element.closest('.row')).find((found) => found && found !== dragged && found.item);
  if (!row || !row.closest('.reordering')) return null;
  const { top, height } = row.getBoundingClientRect();
  return { row, isBefore: y < top + height / 2 };
}

/** Scrolls when the pointer comes near the upper or the lower end of the window. */
function scrollNear(y) {
  const edge = 90;
  if (y < edge) window.scrollBy(0, -12);
  else if (y > window.innerHeight - edge) window.scrollBy(0, 12);
}
