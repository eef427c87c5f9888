#!/bin/bash
# The lab: real daemons on hosts of their own, in namespaces that this script makes and that vanish with it.
# usage: Tests/lab/lab.sh [SCENARIO...]     needs no root, no network and no running service
set -euo pipefail
# avahi-daemon and what it needs are where only the PATH of root looks.
PATH=$PATH:/usr/sbin:/sbin
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lab=$root/Tests/lab

names() {
    local file
    for file in "$lab"/scenarios/*.sh; do basename "$file" .sh; done
}

# Prints one line for the scenario, and everything it logged when it failed.
run_scenario() {
    local name=$1 began=$EPOCHREALTIME scratch
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/lab.XXXXXX")
    if timeout --kill-after=5 120 unshare -Urnmpf --mount-proc --kill-child \
        bash "$lab/inside.sh" "$scratch" "$name" </dev/null >"$scratch/output" 2>&1; then
        verdict ok "$name" "$began"
    else
        failed=1
        verdict 'not ok' "$name" "$began"
        show_logs "$scratch"
    fi
    rm -rf "$scratch"
}

verdict() {
    local milliseconds=$(((${EPOCHREALTIME/./} - ${3/./}) / 1000))
    printf '%s lab: %s (%d.%d s)\n' "$1" "$2" $((milliseconds / 1000)) $((milliseconds / 100 % 10))
}

show_logs() {
    local log
    for log in "$1"/output "$1"/*/log "$1"/*/avahi.log; do
        [[ -s $log ]] || continue
        printf -- '---- %s\n' "${log#"$1"/}"
        tail -n 200 "$log"
    done
}

can_make_namespaces() {
    unshare -Urnmpf --mount-proc true 2>/dev/null && return
    echo 'not ok lab: this machine does not let us make user namespaces (see kernel.unprivileged_userns_clone)'
    exit 1
}

failed=0
can_make_namespaces
[[ $# -gt 0 ]] || mapfile -t scenarios < <(names)
for scenario in "${scenarios[@]-$@}"; do run_scenario "$scenario"; done
exit "$failed"
