#!/bin/bash
# Two daemons on this machine become one household; then measures how long a change takes from one to the other.
# usage: Tests/support/demo.sh     (./dev demo builds first)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=daemon.sh
source "$root/Tests/support/daemon.sh"
rounds=20

# Runs a command for the reader to see.
show() {
    printf '\n%s$ phlistctl %s\n' "$1" "${*:2}"
    ctl "$scratch/$1" "${@:2}"
}

start_both() {
    start "$scratch/ann" --port 0 --device-name ann "$@"
    start "$scratch/ben" --port 0 --device-name ben "$@"
}

avahi_answers() {
    command -v dbus-send >/dev/null && timeout 2 dbus-send --system --print-reply --dest=org.freedesktop.Avahi / \
        org.freedesktop.Avahi.Server.GetState >/dev/null 2>&1
}

# Pairs by discovery when avahi answers, otherwise by address.
pair_both() {
    local where=()
    if avahi_answers; then
        start_both
        echo 'avahi answers: ben finds ann by discovery'
    else
        start_both --no-discovery
        echo 'avahi does not answer: ben is told the address of ann'
    fi
    open_code "$scratch/ann"
    avahi_answers || where=(--host "127.0.0.1:$code_port")
    printf '\nann$ phlistctl pair\n%s\n\nben$ phlistctl join %s\n' "$code" "${where[*]}"
    ctl "$scratch/ben" join "${where[@]}" <<<"$code"
    wait "$pair_pid"
}

# Puts the time, in microseconds since 1970, before each line that arrives.
stamp_lines() {
    local line
    while IFS= read -r line; do printf '%s %s\n' "${EPOCHREALTIME/./}" "$line"; done
}

watch_ben() {
    "$bin/phlistctl" --socket "$scratch/ben/control.sock" --json watch </dev/null > >(stamp_lines >"$scratch/events") &
    watch_pid=$!
    wait_until 10 'phlistctl watch is ready' grep '"ready"' "$scratch/events"
}

# Adds one item on ann and notes when the command began, when it returned, and when ben had it.
measure_once() {
    local title="round $1." began returned
    began=${EPOCHREALTIME/./}
    ctl "$scratch/ann" -q add Groceries "$title" >/dev/null
    returned=${EPOCHREALTIME/./}
    wait_until 10 "\"$title\" is on ben" grep -F "\"$title\"" "$scratch/events"
    printf '%s %s %s\n' "$began" "$returned" "$(arrival_of "$title")" >>"$scratch/times"
}

arrival_of() {
    grep -F "\"$1\"" "$scratch/events" | head -n 1 | cut -d ' ' -f 1
}

# between FROM TO: minimum and median of the time from one column of the measured rows to another.
between() {
    awk -v from="$1" -v to="$2" '{ printf "%.2f\n", ($to - $from) / 1000 }' "$scratch/times" | sort -g |
        awk '{ v[NR] = $1 } END { printf "min %7.2f ms   median %7.2f ms\n", v[1], v[int((NR + 1) / 2)] }'
}

report() {
    echo
    echo "$rounds items added on ann with phlistctl while phlistctl watch --json ran on ben, debug build, one machine."
    echo 'The event is stamped when a shell has read its line. Below zero: ben had it before the command had returned.'
    echo "from the command's start on ann to its return         $(between 1 2)"
    echo "from the command's start on ann to the event on ben   $(between 1 3)"
    echo "from the command's return on ann to the event on ben  $(between 2 3)"
}

scratch=$(mktemp -d "${TMPDIR:-/tmp}/phlist.XXXXXX")
trap 'kill "${watch_pid:-}" 2>/dev/null; stop_all; rm -rf "$scratch"' EXIT
enter_sandbox "$scratch"
pair_both
show ann list new Groceries
show ann add Groceries 'oat milk'
wait_until 10 'ben sees the list' ctl "$scratch/ben" ls Groceries
show ben ls Groceries
show ben peers
watch_ben
for round in $(seq "$rounds"); do measure_once "$round"; done
report
