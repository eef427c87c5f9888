/** Starts the page: the form for getting in, or the lists of the phone that is in. */
import { showEntry, takeCode } from './enter.js';
import { confirm, session } from './session.js';
import { registerWorker } from './worker.js';

/** Shows what a phone without a session needs before the modules of the lists have arrived. */
async function run() {
  const hasCode = takeCode();
  if (!hasCode && !session.phone) await confirm();
  if (!hasCode && session.phone) {
    const { open } = await import('./home.js');
    return open();
  }
  showEntry();
  return registerWorker();
}

await run();
