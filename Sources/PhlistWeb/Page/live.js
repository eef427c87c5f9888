/** The stream of events: what others change shows at once. */
import { ApiError, openEvents } from './api.js';

/** Milliseconds without a byte after which the stream is opened again, because it may be lost without a word. */
const SILENCE = 60_000;
/** Milliseconds for which a hidden page keeps its stream. */
const HIDDEN = 60_000;
const RETRY_FIRST = 500;
const RETRY_LAST = 15_000;

/**
 * Follows the events after a cursor, and connects again whenever that is needed.
 *
 * @param {{cursor: string|undefined, onEvent: Function, onState: Function}} options `onState` gets true and false.
 */
export function follow({ cursor, onEvent, onState }) {
  let abort = null;
  let delay = RETRY_FIRST;
  let timer = 0;
  let isStopped = false;

  async function run() {
    if (abort || isStopped) return;
    clearTimeout(timer);
    abort = new AbortController();
    try {
      await read(abort, cursor, (event) => {
        if (event.event === 'ready') onState(true);
        delay = RETRY_FIRST;
        cursor = event.cursor ?? cursor;
        onEvent(event);
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) isStopped = true;
    }
    abort = null;
    onState(false);
    if (isStopped || document.visibilityState === 'hidden') return;
    timer = setTimeout(run, delay);
    delay = Math.min(Math.max(delay * 2, RETRY_FIRST), RETRY_LAST);
  }

  /** Connects now. Systems that put a page to sleep cut its stream without a word. */
  function reopen() {
    delay = 0;
    if (abort) abort.abort();
    else run();
  }

  let hiding = 0;
  function onVisibility() {
    clearTimeout(hiding);
    if (document.visibilityState === 'visible') reopen();
    else hiding = setTimeout(() => abort?.abort(), HIDDEN);
  }

  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pageshow', (event) => { if (event.persisted) reopen(); });
  addEventListener('online', reopen);
  addEventListener('offline', () => abort?.abort());
  run();
  return { stop: () => { isStopped = true; abort?.abort(); } };
}

/** Reads one stream to its end. */
async function read(abort, cursor, onEvent) {
  let watchdog = setTimeout(() => abort.abort(), SILENCE);
  try {
    const stream = await openEvents(cursor, abort.signal);
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(() => abort.abort(), SILENCE);
      const lines = (rest + value).split('\n');
      rest = lines.pop();
      for (const line of lines) if (line) onEvent(JSON.parse(line));
    }
  } finally {
    clearTimeout(watchdog);
  }
}
