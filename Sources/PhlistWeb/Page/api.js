/** A refusal by the server, in the error shape of the control API. */
export class ApiError extends Error {
  constructor(status, error) {
    super(error.message ?? `the server answered with ${status}`);
    this.status = status;
    this.code = error.code ?? 'internal';
    this.hint = error.hint ?? '';
    this.details = error.details ?? [];
  }

  /** The reason for people, who know no ids. */
  get reason() {
    return this.status === 404 ? 'it is gone, or no longer shared with you' : this.message;
  }

  /** True if the same request can succeed later. */
  get isTemporary() {
    return this.status >= 500 || this.status === 408 || this.status === 429;
  }
}

/** Called when the server says that this phone is not signed in. */
export const signedOut = new EventTarget();

/** Requests wait for this promise: that the session is known to be this phone's. */
let gate = Promise.resolve();

/** Holds requests to the API until a promise is fulfilled; they fail as it does. */
export function holdUntil(promise) {
  gate = promise;
  gate.catch(() => {});
}

/** Milliseconds until a request without a reply counts as lost. */
const TIMEOUT = 20_000;
const PHOTO_TIMEOUT = 180_000;

/**
 * Sends a request and returns the document of the reply.
 *
 * @param {{query?: object, body?: object|Blob, key?: string}} options `key` makes a repetition of a change harmless.
 * @throws {ApiError} if the server refuses; {TypeError} or {DOMException} if there is no reply.
 */
export async function request(method, path, { query, body, key } = {}) {
  if (path.startsWith('/v1/')) await gate;
  const isFile = body instanceof Blob;
  const headers = {};
  if (key && !isFile) headers['Idempotency-Key'] = key;
  if (body) headers['Content-Type'] = isFile ? body.type : 'application/json';
  const response = await fetch(address(path, query), {
    method,
    headers,
    body: isFile || !body ? body : JSON.stringify(body),
    cache: 'no-store',
    signal: AbortSignal.timeout(isFile ? PHOTO_TIMEOUT : TIMEOUT),
  });
  if (response.ok) return response.json();
  throw await refusal(response);
}

/** Reads documents: `get('/v1/items', {list: id})`. */
export const get = (path, query) => request('GET', path, { query });

/** Opens the stream of events. */
export async function openEvents(after, signal) {
  await gate;
  const response = await fetch(address('/v1/events', { after }), { cache: 'no-store', signal });
  if (response.ok) return response.body;
  throw await refusal(response);
}

/** Returns the address of a photo; `version` changes with each new photo of the item. */
export function photoAddress(item, isThumbnail) {
  const query = isThumbnail ? { item: item.id, thumbnail: true } : { item: item.id, wait: 20_000 };
  return `${address('/v1/items/photo', query)}#${item.photo?.setAt ?? 0}`;
}

/** Makes a new key for a change, of 128 random bits. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function address(path, query = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return pairs.length ? `${path}?${new URLSearchParams(pairs)}` : path;
}

async function refusal(response) {
  const document = await response.json().catch(() => ({}));
  const error = new ApiError(response.status, document.error ?? {});
  if (response.status === 401) signedOut.dispatchEvent(new Event('signed-out'));
  return error;
}
