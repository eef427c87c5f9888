#!/bin/bash
# The crash lab: the real daemon on disks that fill, fail and lose power, in namespaces that vanish with their processes
# and mounts. What was acknowledged before is there afterwards, once and whole.
# usage: Tests/crash/crash.sh [--short] [--seed N] [SCENARIO...]     some scenarios need root
set -euo pipefail
# The programs that make and mount file systems are where only the PATH of root looks.
PATH=$PATH:/usr/sbin:/sbin
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
crash=$root/Tests/crash

names() {
    local file
    for file in "$crash"/scenarios/*.sh; do basename "$file" .sh; done
}

parse() {
    form=long
    seed=$((${EPOCHREALTIME/./} % 32768))
    scenarios=()
    while [[ $# -gt 0 ]]; do
        case $1 in
        --short) form=short ;;
        --seed) seed=$2 && shift ;;
        *) scenarios+=("$1") ;;
        esac
        shift
    done
    [[ ${#scenarios[@]} -gt 0 ]] || mapfile -t scenarios < <(names)
}

# Becomes a command in namespaces of its own; every process in them ends with it, and every mount. For a subshell.
enter_namespaces() {
    local user=()
    ((EUID == 0)) || user=(-Ur)
    exec timeout --kill-after=5 900 unshare "${user[@]}" -mpf --propagation private --mount-proc --kill-child "$@"
}

clean_up() {
    [[ -z $inside ]] || kill "$inside" 2>/dev/null || true
    [[ -z $scratch ]] || rm -rf "$scratch"
}

# Why a scenario cannot run here; nothing when it can. A scenario says in its second line what it needs.
obstacle() {
    local needs
    needs=$(sed -n '2s/^# needs //p' "$crash/scenarios/$1.sh")
    (enter_namespaces true) 2>/dev/null || echo 'this machine does not let us make namespaces'
    [[ -z $needs ]] || (enter_namespaces bash "$crash/try-disk.sh" "$needs") >/dev/null 2>&1 ||
        echo "it needs root and a loop-mounted $needs"
}

run_scenario() {
    local name=$1 began=$SECONDS why
    why=$(obstacle "$name")
    if [[ -n $why ]]; then
        left_out "$name" "$why"
        return
    fi
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/crash.XXXXXX")
    # In the background, since a signal cannot interrupt the wait for anything else.
    enter_namespaces bash "$crash/inside.sh" "$scratch" "$name" "$seed" "$form" </dev/null >"$scratch/output" 2>&1 &
    inside=$!
    if wait "$inside"; then
        printf 'ok crash: %s: %s (seed %d, %d s)\n' "$name" "$(cat "$scratch/result")" "$seed" $((SECONDS - began))
    else
        failed=1
        printf 'not ok crash: %s (seed %d, %d s)\n' "$name" "$seed" $((SECONDS - began))
        show_logs "$scratch"
    fi
    inside=
    rm -rf "$scratch"
}

# What cannot run counts for nothing in the short form, and as a failure where everything was asked for.
left_out() {
    if [[ $form == short ]]; then
        printf 'left out of crash: %s: %s\n' "$1" "$2"
    else
        failed=1
        printf 'not ok crash: %s: %s\n' "$1" "$2"
    fi
}

show_logs() {
    local log
    for log in "$1"/output "$1"/complaints "$1"/*/log; do
        [[ -s $log ]] || continue
        printf -- '---- %s\n' "${log#"$1"/}"
        tail -n 60 "$log"
    done
}

failed=0
inside=
scratch=
trap clean_up EXIT
trap 'exit 130' INT TERM
parse "$@"
for scenario in "${scenarios[@]}"; do
    if [[ ! -f $crash/scenarios/$scenario.sh ]]; then
        echo "no scenario $scenario; there are: $(names | paste -sd ' ')" >&2
        exit 64
    fi
    run_scenario "$scenario"
done
exit "$failed"
