#!/bin/bash
# Drives the web page in Chromium against a running daemon.
# usage: Tests/web/web.sh URL PHLISTCTL DIRECTORY [AREA...]
#   URL is the address of the page, PHLISTCTL finds the daemon as usual; screenshots go to DIRECTORY. The areas are the
#   files here: quick, pages, entering, actions, editing, live, outbox. The household gets the members ann, who owns
#   the daemon, and ben. WEB_CHROMIUM_ARGS are further arguments of the browser, such as the certificate to trust.
set -euo pipefail

[ $# -ge 3 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 64; }
export WEB_URL=$1 WEB_OUT=$3
WEB_PHLISTCTL=$(readlink -f "$2")
export WEB_PHLISTCTL
shift 3
cd "$(dirname "$0")"
mkdir -p "$WEB_OUT"
export WEB_CHROMIUM=${WEB_CHROMIUM:-/usr/bin/chromium}
[ -x "$WEB_CHROMIUM" ] || { echo "web.sh: no $WEB_CHROMIUM (package chromium)" >&2; exit 69; }
python3 -c 'import playwright, axe_playwright_python' 2> /dev/null ||
    { echo "web.sh: Python modules are missing (playwright, axe-playwright-python of PyPI)" >&2; exit 69; }

"$WEB_PHLISTCTL" member add ann > /dev/null 2>&1 && "$WEB_PHLISTCTL" member me ann > /dev/null
"$WEB_PHLISTCTL" member add ben > /dev/null 2>&1 || true
# Both use phones of this machine.
device=$("$WEB_PHLISTCTL" device ls | awk '/this device$/ { print $1 }')
"$WEB_PHLISTCTL" device share "$device" ben --yes > /dev/null

failures=0
for area in "${@:-quick pages entering actions editing live outbox}"; do
    for name in $area; do
        echo "== $name"
        python3 "$name.py" 2> >(grep -v 'unexpected operator' >&2) || failures=$((failures + 1))
    done
done
[ "$failures" = 0 ] || { echo "web.sh: $failures areas failed" >&2; exit 1; }
