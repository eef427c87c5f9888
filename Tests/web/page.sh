#!/bin/bash
# Starts a daemon that serves its page, and drives the page in Chromium. Called by ./dev web, which installs what is
# missing, and by the gate.
# usage: Tests/web/page.sh [--short | --pictures | AREA...]
#   --short     the areas that take seconds
#   --pictures  makes the pictures of docs/phones.md anew; needs libvips-tools
#   far         the page over slow networks, in round trips; alone, and not part of the rest
# Screenshots go to .build/web.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../support/daemon.sh
source "$root/Tests/support/daemon.sh"

playwright=1.65.2
axe=0.1.7
tool=$root/.build/playwright-$playwright
pictures=$root/.build/web
areas=("$@")
case ${1-} in
    --short) areas=(quick entering live) ;;
    --pictures) areas=(pages) ;;
esac

leave_out() {
    echo "left out of the page in Chromium: $*"
    exit 0
}

if [[ ${1-} == --short ]]; then
    [[ -x /usr/bin/chromium ]] || leave_out 'the package chromium is missing'
    python3 -c 'import venv, ensurepip' 2>/dev/null || leave_out 'the package python3-venv is missing'
fi

[[ -e $tool/installed ]] || {
    rm -rf "$tool"
    python3 -m venv "$tool"
    if ! "$tool/bin/pip" --quiet install "playwright==$playwright" "axe-playwright-python==$axe"; then
        [[ ${1-} == --short ]] && leave_out 'PyPI cannot be reached'
        exit 69
    fi
    touch "$tool/installed"
}

[[ ${1-} != far ]] || PATH=$tool/bin:$PATH exec "$root/Tests/web/far.sh"

scratch=$(mktemp -d)
trap 'stop_all; rm -rf "$scratch"' EXIT
touch "$scratch/phlist.yaml"
start "$scratch/home" --no-discovery --port 0 --config "$scratch/phlist.yaml"
ctl "$scratch/home" config set web-port 0 >/dev/null
ctl "$scratch/home" phone on >/dev/null
port=$(ctl "$scratch/home" --json phone ls | grep -oE ':[0-9]+/"' | head -n 1 | tr -dc 0-9)

# The browser trusts the key of this one certificate: a page behind a warning has no service worker.
key=$(openssl s_client -connect "127.0.0.1:$port" </dev/null 2>/dev/null | openssl x509 -noout -pubkey |
    openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64)
curl --silent --insecure "https://127.0.0.1:$port/authority.crt" | openssl x509 -inform der -out "$scratch/authority.pem"
export NODE_EXTRA_CA_CERTS=$scratch/authority.pem # for the requests that Playwright itself makes
export WEB_CHROMIUM_ARGS="--ignore-certificate-errors-spki-list=$key"
export PHLIST_SOCKET=$scratch/home/control.sock PATH=$tool/bin:$PATH
"$root/Tests/web/web.sh" "https://localhost:$port/" "$bin/phlistctl" "$pictures" "${areas[@]}"

[[ ${1-} == --pictures ]] || exit 0
mkdir -p "$root/docs/phones"
for page in getting-in overview list item shop; do
    for kind in phone desktop; do
        for light in light dark; do
            vips thumbnail "$pictures/$kind-$page-$light.png" "$scratch/small.png" 480
            vips copy "$scratch/small.png" "$root/docs/phones/$kind-$page-$light.png[palette,Q=85,effort=10,strip]"
        done
    done
done
