/**
 * Texts that were typed and not yet saved. They are stored at each key press, so that nothing is lost when the page is
 * closed, and belong to one phone, so that nobody else sees them.
 */
import { session } from './session.js';
import { withRealIDs } from './store.js';

const name = (place) => `draft/${session.phone?.id}/${withRealIDs(place)}`;

export const drafts = {
  /** Returns the draft of a place, such as `add/LIST`; null if there is none. */
  get(place) {
    try {
      return JSON.parse(localStorage.getItem(name(place)));
    } catch {
      return null;
    }
  },

  /** Stores a draft; an empty one is removed. */
  set(place, value) {
    try {
      if (value) localStorage.setItem(name(place), JSON.stringify(value));
      else localStorage.removeItem(name(place));
    } catch {
      // The browser stores nothing: the text is only in the page.
    }
  },

  /** Gives the drafts of one phone to another one. */
  move: (from, to) => replaceInKeys(keysOf(from), `draft/${from}/`, `draft/${to}/`),

  /** Keeps the drafts of something that has another id now. */
  rename: (own, real) => replaceInKeys(keysOf(session.phone?.id).filter((key) => key.endsWith(own)), own, real),

  /** Removes the drafts of a phone. */
  clear(phone) {
    for (const key of keysOf(phone)) localStorage.removeItem(key);
  },
};

function replaceInKeys(keys, from, to) {
  for (const key of keys) {
    localStorage.setItem(key.replace(from, to), localStorage.getItem(key));
    localStorage.removeItem(key);
  }
}

const keysOf = (phone) => Object.keys(localStorage).filter((key) => key.startsWith(`draft/${phone}/`));
