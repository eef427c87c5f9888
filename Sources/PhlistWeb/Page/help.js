/** Help with the certificate, which the page for getting in and the one about the phone show. */
import { h } from './dom.js';

const steps = (...texts) => h('ol', {}, ...texts.map((text) => h('li', {}, text)));

/** Why the browser warns, and how to install the certificate of the household. */
export function helpSections() {
  return [h('section.help', {}, h('h2', {}, 'If the browser warns of this page'),
    h('p', {}, 'The connection is encrypted with a certificate that your own machine has made. No company vouches for '
      + 'it, so the browser does not know it yet. Install the certificate of your household’s authority once: the '
      + 'warning goes away, and this page opens without a connection, too.'),
    h('p', {}, h('a.button', { href: '/authority.crt', download: 'phlist.crt' }, 'Get the certificate')),
    h('p', {}, 'Before you trust it, compare its fingerprint (SHA-256) with the one that ',
      h('code', {}, 'phlistctl phone add'), ' shows. If they differ, stop: ',
      'somebody may be between you and the machine.'),
    h('details', {}, h('summary', {}, 'iPhone and iPad'), steps(
      'Open the certificate in Safari and allow the download.',
      'Settings › General › VPN & Device Management › phlist: compare the fingerprint under More Details, and install.',
      'Settings › General › About › Certificate Trust Settings: switch phlist on.',
      'Open this page again. Share › Add to Home Screen makes it an app.',
    )),
    h('details', {}, h('summary', {}, 'Android'), steps(
      'Download the certificate.',
      'Settings › Security › More security settings › Install from storage › CA certificate, and choose the file.',
      'Compare the fingerprint under Trusted credentials › User.',
      'Open this page again in Chrome. Menu › Add to Home screen makes it an app.',
    )))];
}
