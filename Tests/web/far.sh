#!/bin/bash
# Opens the page over slow networks, in namespaces of its own: how many round trips until something is shown?
# usage: Tests/web/far.sh     needs no root; page.sh calls it, and has made the browser's driver ready
# Two phones differ only in what a round trip takes, 200 and 400 ms: the difference of their times is that of the round
# trips, and what the machine computes cancels out.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
[[ ${1-} == --inside ]] || {
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    unshare -Urnmpf --mount-proc --kill-child bash "${BASH_SOURCE[0]}" --inside "$scratch" </dev/null
    exit
}

scratch=$2
# shellcheck source=../support/daemon.sh
source "$root/Tests/support/daemon.sh"
# shellcheck source=../lab/hosts.sh
source "$root/Tests/lab/hosts.sh"
trap stop_all EXIT
make_network
for host in home near far; do
    add_host "$host"
    # A browser gives up what it loads when an address is added.
    wait_until 10 "$host has its addresses" has_link_local "$host"
done
delay_cable near br0 100
delay_cable far br0 200

touch "$scratch/phlist.yaml"
# shellcheck disable=SC2034 # start reads it
enter=(nsenter -t "${host_pid[home]}" -m -u -n --)
start "$scratch/home" --no-discovery --port 0 --config "$scratch/phlist.yaml"
ctl "$scratch/home" phone on >/dev/null 2>&1
ctl "$scratch/home" member add ann >/dev/null
ctl "$scratch/home" member me ann >/dev/null
ctl "$scratch/home" list new Groceries >/dev/null
WEB_URL=https://$(address_of home):7480
is_served() { on home curl --silent --insecure --output /dev/null "$WEB_URL/"; }
wait_until 10 'the page is served' is_served
key=$(on home openssl s_client -connect "${WEB_URL#https://}" </dev/null 2>/dev/null | openssl x509 -noout -pubkey |
    openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64)
export WEB_URL WEB_PHLISTCTL=$bin/phlistctl WEB_OUT=$scratch PHLIST_SOCKET=$scratch/home/control.sock
export WEB_CHROMIUM_ARGS="--ignore-certificate-errors-spki-list=$key"
for host in near far; do
    # Who has which address is asked before anything is measured.
    wait_until 10 "$host reaches home" on "$host" curl --silent --insecure --output /dev/null "$WEB_URL/icon.svg"
    on "$host" python3 "$root/Tests/web/far.py" "$scratch/$host.json"
done
python3 - "$scratch/near.json" "$scratch/far.json" <<'END'
import json, sys
near, far = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
for name in near:
    print(f"  {name}: {near[name]:.0f} ms at 200 ms, {far[name]:.0f} ms at 400 ms: "
          f"{(far[name] - near[name]) / 200:.1f} round trips")
END
