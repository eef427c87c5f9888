/**
 * The storage of this phone: a table of values under keys of the form `[phone, kind, id]`.
 *
 * Where the browser gives no database (some private windows), the values last as long as the page.
 */
const NAME = 'phlist';
const TABLE = 'values';

let opening;

function open() {
  opening ??= new Promise((resolve) => {
    const fail = () => resolve(null);
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = fail;
    } catch {
      fail();
    }
  });
  return opening;
}

/** The values where there is no database. */
const memory = new Map();

/** All keys of a kind: `[phone, kind]` is before them, and an array sorts after every text and number. */
const range = (prefix) => IDBKeyRange.bound(prefix, [...prefix, []]);

function run(database, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(TABLE, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser refused to store'));
    work(transaction.objectStore(TABLE), (value) => { result = value; });
  });
}

/** Returns the values of a kind in the order of their keys. */
export async function readAll(prefix) {
  const database = await open();
  if (!database) return memoryEntries(prefix).map(([, value]) => value);
  return run(database, 'readonly', (table, finish) => {
    table.getAll(range(prefix)).onsuccess = (event) => finish(event.target.result);
  });
}

/** Writes and removes values in one step; resolves when they are on the disk. */
export async function write(puts, removals = []) {
  const database = await open();
  if (!database) {
    for (const [key, value] of puts) memory.set(JSON.stringify(key), value);
    for (const key of removals) memory.delete(JSON.stringify(key));
    return;
  }
  await run(database, 'readwrite', (table) => {
    for (const [key, value] of puts) table.put(value, key);
    for (const key of removals) table.delete(key);
  });
}

/** Removes all values of some kinds. */
export async function clear(...prefixes) {
  const database = await open();
  if (!database) {
    for (const [key] of prefixes.flatMap(memoryEntries)) memory.delete(JSON.stringify(key));
    return;
  }
  await run(database, 'readwrite', (table) => {
    for (const prefix of prefixes) table.delete(range(prefix));
  });
}

function memoryEntries(prefix) {
  const start = JSON.stringify(prefix).slice(0, -1);
  return [...memory].filter(([key]) => key.startsWith(`${start},`)).map(([key, value]) => [JSON.parse(key), value])
    .sort(([a], [b]) => (a.at(-1) < b.at(-1) ? -1 : 1));
}
