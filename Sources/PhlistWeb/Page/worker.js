/** Installs what opens the page without a connection. */

let policy;

/** Installs the service worker where the browser allows that, unless it is there already. */
export function registerWorker() {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) return;
  const address = '/sw.js';
  policy ??= window.trustedTypes?.createPolicy('phlist', { createScriptURL: () => address });
  // It is refused where the certificate is not trusted; the page works without it.
  navigator.serviceWorker.register(policy ? policy.createScriptURL(address) : address).catch(() => {});
}
