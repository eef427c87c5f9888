#!/bin/bash
# Sends a daemon requests that its contract allows, and some that it does not: no reply may be a failure of the daemon,
# or another one than the contract says. Called by ./dev fuzz api, which installs what is missing.
# usage: Tests/FuzzTests/api.sh [EXAMPLES]     (for each route; 50 without it)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../support/daemon.sh
source "$root/Tests/support/daemon.sh"

version=4.32.5
examples=${1-50}
tool=$root/.build/schemathesis-$version
scratch=$(mktemp -d)
gateway=

clean_up() {
    [[ -z $gateway ]] || kill "$gateway"
    stop_all
    rm -rf "$scratch"
}
trap clean_up EXIT

[[ -e $tool/installed ]] || {
    rm -rf "$tool"
    python3 -m venv "$tool"
    "$tool/bin/pip" --quiet install "schemathesis==$version"
    touch "$tool/installed"
}

# What most requests have to name.
cat >"$scratch/schemathesis.toml" <<'END_OF_CONFIGURATION'
[parameters]
as = "ann"
list = "Shopping"
item = "milk"
form = "Student"
END_OF_CONFIGURATION

start "$scratch/home" --no-discovery --port 0
for command in 'member add ann' 'list new Shopping' 'add Shopping milk' 'add Shopping bread'; do
    # shellcheck disable=SC2086
    ctl "$scratch/home" $command >/dev/null
done
ctl "$scratch/home" form template student >/dev/null

# The tool speaks TCP only.
port=$((20000 + RANDOM % 10000))
socat "TCP-LISTEN:$port,bind=127.0.0.1,fork,reuseaddr" "UNIX-CONNECT:$scratch/home/control.sock" &
gateway=$!
wait_until 10 'the gateway answers' curl --silent --fail "http://127.0.0.1:$port/v1/status"

# Left out: what waits for events or for other devices, and what ends the household of the test.
options=(--checks 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance')
for route in events pairing join sync leaveHousehold reformHousehold; do
    options+=(--exclude-operation-id "$route")
done
status=0
(
    cd "$scratch"
    "$tool/bin/schemathesis" --config-file schemathesis.toml run \
        "http://127.0.0.1:$port/v1/openapi.json" --url "http://127.0.0.1:$port" \
        --max-examples "$examples" --request-timeout 20 --no-color "${options[@]}"
) || status=$?
ctl "$scratch/home" doctor >/dev/null || say_failure 'the store is not well afterwards' || status=1
exit "$status"
