#!/bin/bash
# The lab: real daemons on hosts of their own, in namespaces that this script makes and that vanish with it.
# usage: Tests/lab/lab.sh [--short] [SCENARIO...]     needs no root, no network and no running service
# Without names all scenarios run, with --short those that are not marked as long.
set -euo pipefail
# avahi-daemon and what it needs are where only the PATH of root looks.
PATH=$PATH:/usr/sbin:/sbin
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lab=$root/Tests/lab

names() {
    local file
    for file in "$lab"/scenarios/*.sh; do
        [[ $1 == all ]] || ! grep -q '^# long: ' "$file" || continue
        basename "$file" .sh
    done
}

# Leaves one line for the scenario in $results/NAME, and everything it logged when it failed.
run_scenario() {
    local name=$1 began=$EPOCHREALTIME scratch status='not ok'
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/lab.XXXXXX")
    if timeout --kill-after=5 "$(patience "$name")" unshare -Urnmpf --mount-proc --kill-child \
        bash "$lab/inside.sh" "$scratch" "$name" </dev/null >"$scratch/output" 2>&1; then
        status=ok
    fi
    {
        verdict "$status" "$name" "$began"
        sed -n 's/^count: /    /p' "$scratch/output"
        [[ $status == ok ]] || show_logs "$scratch"
    } >"$results/$name"
    rm -rf "$scratch"
}

# What takes long says so in its first lines, and how many seconds it may take.
patience() {
    local seconds
    seconds=$(sed -n 's/^# long: //p' "$lab/scenarios/$1.sh")
    echo "${seconds:-120}"
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
        tail -n 60 "$log"
    done
}

can_make_namespaces() {
    unshare -Urnmpf --mount-proc true 2>/dev/null && return
    echo 'not ok lab: this machine does not let us make user namespaces (see kernel.unprivileged_userns_clone)'
    exit 1
}

# They mostly wait, so several share a machine well.
run_all() {
    local scenario
    for scenario in "$@"; do
        while (($(jobs -rp | wc -l) >= scenarios_at_once)); do wait -n || true; done
        run_scenario "$scenario" &
    done
    wait
}

scenarios_at_once=3
which=all
[[ ${1-} != --short ]] || { which=short && shift; }
can_make_namespaces
[[ $# -gt 0 ]] || mapfile -t scenarios < <(names "$which")
results=$(mktemp -d "${TMPDIR:-/tmp}/lab-results.XXXXXX")
trap 'rm -rf "$results"' EXIT
run_all "${scenarios[@]-$@}"
cat "$results"/*
! grep -q '^not ok' "$results"/*
