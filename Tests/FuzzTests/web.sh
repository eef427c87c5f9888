#!/bin/bash
# Attacks the page for phones of a daemon with malformed HTTP. Called by ./dev fuzz web.
# usage: Tests/FuzzTests/web.sh [SECONDS [SEED]]     (60 seconds, and another seed each time, without them)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../support/daemon.sh
source "$root/Tests/support/daemon.sh"

scratch=$(mktemp -d)
trap 'stop_all; rm -rf "$scratch"' EXIT
home=$scratch/home
touch "$scratch/phlist.yaml"
start "$home" --no-discovery --port 0 --config "$scratch/phlist.yaml"
ctl "$home" config set web-port 0 >/dev/null
ctl "$home" phone on >/dev/null 2>&1
ctl "$home" member add ann >/dev/null
ctl "$home" member me ann >/dev/null
canary=canary-$RANDOM$RANDOM
ctl "$home" list new "$canary" >/dev/null

port=$(ctl "$home" --json phone ls | grep -oE ':[0-9]+/"' | head -n 1 | tr -dc 0-9)
code=$(ctl "$home" --json phone add ann 2>/dev/null | grep -oE '"code": ?"[^"]*"' | cut -d '"' -f 4)
cookie=$(curl --silent --insecure --include --json "{\"code\": \"$code\", \"name\": \"fuzzer\"}" \
    "https://localhost:$port/phone/enter" | sed -n 's/^set-cookie: __Host-phlist=\([^;]*\).*/\1/Ip')
[[ -n $cookie ]] || { echo 'web.sh: the phone did not get in' >&2; exit 1; }

descriptors() { find "/proc/$daemon_pid/fd" -mindepth 1 -printf . | wc -c; }
before=$(descriptors)
python3 "$root/Tests/FuzzTests/web.py" "$port" "${1:-60}" "${2:-$RANDOM}" "$cookie" "$canary"

# What was left open is closed once it was idle; what a connection took is given back with it.
has_given_back() { (($(descriptors) <= before + 2)); }
wait_until 30 'the descriptors of the connections are given back' has_given_back
ctl "$home" doctor >/dev/null || { say_failure 'the store is not well afterwards'; exit 1; }
sed -n 's/^VmHWM:\s*/most memory of the daemon: /p' "/proc/$daemon_pid/status"
