/**
 * Creates an element: `h('button.wide', {onclick: save}, 'Save')`.
 *
 * Options that begin with `on` are listeners; others are properties of the element, or attributes if it has no such
 * property. Children are nodes or texts; empty ones are left out. Texts never become markup.
 */
export function h(tag, options = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== 'list') element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child || child === 0));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Paths of the icons in a square of 24 units, drawn as lines. */
const icons = {
  add: 'M12 5v14M5 12h14',
  back: 'M15 5l-7 7 7 7',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 .01 0z',
  cart: 'M3 4h2l2.5 11h10L20 7H6M9 19.5a.5.5 0 1 0 .01 0zM16 19.5a.5.5 0 1 0 .01 0z',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  drag: 'M5 9h14M5 15h14',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  next: 'M9 5l7 7-7 7',
  search: 'M11 5a6 6 0 1 0 .01 0zM15.5 15.5L20 20',
  up: 'M6 15l6-6 6 6',
};

/** Creates an icon, which is hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', `icon icon-${name}`);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

/** Creates a button; `kind` is a class such as `.primary`. */
export const button = (label, onclick, kind = '', options = {}) =>
  h(`button${kind}`, { type: 'button', onclick, ...options }, label);

/** Creates a button with an icon and a name for screen readers. */
export function iconButton(name, label, onclick, options = {}) {
  return h('button.icon-button', { type: 'button', 'aria-label': label, title: label, onclick, ...options },
    icon(name));
}

/**
 * Makes some nodes the children of a parent, in this order, and moves as few as possible of those that are there.
 *
 * Elements that stay keep their focus and what is typed into them.
 */
export function place(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  const focused = document.activeElement;
  let next = parent.firstChild;
  for (const node of nodes) {
    // A node whose successor comes first belongs further down.
    if (node !== next && next?.nextSibling === node) {
      move(parent, next, null);
      next = node;
    }
    if (node === next) next = next.nextSibling;
    else move(parent, node, next);
  }
  if (focused !== document.activeElement && parent.contains(focused)) focused.focus({ preventScroll: true });
}

/** Moves a node before another one; newer browsers can do that without taking the focus from it. */
function move(parent, node, next) {
  if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, next);
  else parent.insertBefore(node, next);
}

/** Sets the text of an element, if it differs. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Runs a change of the page so that what is seen stays where it is, even if rows above it come and go.
 *
 * Safari does not do that by itself.
 */
export function keepingPlace(container, change) {
  const anchor = anchorIn(container);
  const before = anchor?.getBoundingClientRect().top;
  change();
  if (!anchor?.isConnected) return;
  const moved = anchor.getBoundingClientRect().top - before;
  if (Math.abs(moved) >= 1) window.scrollBy(0, moved);
}

function anchorIn(container) {
  if (window.scrollY < 1) return null;
  const found = document.elementFromPoint(window.innerWidth / 2, Math.min(160, window.innerHeight / 3));
  const row = found?.closest('.row');
  return row && container.contains(row) ? row : null;
}
