#!/bin/bash
# The pages for people who have a problem are true: each message in them is printed, each command in them is understood.
# usage: Tests/documents/documents.sh [SITUATION...]     needs the built programs; no root, no network, no running service
#
# ```console SITUATION   commands and what they print, on machines in that situation, which situations.sh makes
# ```sh                  commands for a shell: bash parses them, phlistctl accepts them, the units and services exist
set -euo pipefail
# avahi-daemon and what it needs are where only the PATH of root looks.
PATH=$PATH:/usr/sbin:/sbin
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bin=$root/.build/debug
pages=(docs/troubleshooting.md docs/upgrade.md docs/faq.md docs/install.md docs/phones.md)
at_once=4

# blocks KIND: writes each block of that kind to a file of $scratch/KIND; those of one page and situation to the same one.
blocks() {
    local page
    mkdir -p "$scratch/$1"
    for page in "${pages[@]}"; do
        awk -v kind="$1" -v to="$scratch/$1/$(basename "$page" .md)" '
            open && /^```/ { open = 0; next }
            !open && $0 ~ "^```" kind "( |$)" { open = 1; file = to "." ($2 == "" ? NR : $2); print "" >>file; next }
            !open && /^```/ { other = !other; next }
            open { print >>file }' "$root/$page"
    done
}

# --- commands for a shell

# check_commands FILE: prints what is wrong with a block.
check_commands() {
    bash -n "$1" 2>&1 || true
    check_units "$1"
    check_firewall "$1"
    check_programs "$1"
}

check_units() {
    local unit
    while read -r unit; do
        compgen -G "$root/systemd/*/$unit" >/dev/null || compgen -G "$root/systemd/*/$unit.service" >/dev/null ||
            echo "no unit $unit"
    done < <(grep -E 'systemctl|journalctl' "$1" | sed 's/#.*//' | grep -oE '\bphlist(d|-[a-z]+)(\.[a-z]+)?\b' | sort -u)
}

check_firewall() {
    local name
    while read -r name; do
        [[ -e $root/packaging/$name ]] || echo "no packaging/$name"
    done < <(sed -nE 's/.*ufw allow ([a-z]+)$/ufw\/\1/p; s/.*--add-service=([a-z]+).*/firewalld\/\1.xml/p' "$1")
}

# A command line that is not understood ends with 64, whether phlistd runs or not. Standard input is a pairing code.
check_programs() {
    local line status
    while read -r line; do
        status=0
        (cd "$scratch" && PATH=$bin:$PATH PHLIST_SOCKET=$scratch/none eval "$line") <<<482177302 >/dev/null 2>"$scratch/said" || status=$?
        [[ $status != 64 ]] || echo "$line: $(cat "$scratch/said")"
    done < <(grep -oE '^(sudo )?phlistctl .*' "$1" | sed 's/^sudo //; s/ *#.*//')
}

check_all_commands() {
    local file complaint
    blocks sh
    for file in "$scratch"/sh/*; do
        complaint=$(check_commands "$file")
        if [[ -z $complaint ]]; then
            printf 'ok documents: commands of %s\n' "$(basename "$file")"
        else
            printf 'not ok documents: commands of %s: %s\n' "$(basename "$file")" "$complaint"
        fi
    done
}

# --- what is printed

run_situation() {
    local name=$1 status='not ok' here=$scratch/of.$1
    mkdir -p "$here"
    timeout --kill-after=5 120 unshare -Urnmpf --mount-proc --kill-child \
        bash "$root/Tests/documents/inside.sh" "$here" "$scratch/console/$name" </dev/null >"$here/output" 2>&1 && status=ok
    {
        printf '%s documents: %s\n' "$status" "$name"
        [[ $status == ok ]] || sed 's/^/    /' "$here/output"
    } >"$results/$name"
}

run_situations() {
    local name
    for name in "$@"; do
        while (($(jobs -rp | wc -l) >= at_once)); do wait -n || true; done
        run_situation "$name" &
    done
    wait
    cat "$results"/*
}

# Those of the pages, or those among them that the names ask for.
chosen_situations() {
    local file name
    for file in "$scratch"/console/*; do
        name=$(basename "$file")
        (($# == 0)) || [[ " $* " == *" ${name#*.} "* ]] || continue
        echo "$name"
    done
}

scratch=$(mktemp -d "${TMPDIR:-/tmp}/documents.XXXXXX")
results=$scratch/results
mkdir -p "$results"
trap 'rm -rf "$scratch"' EXIT
blocks console
{
    (($#)) || check_all_commands
    mapfile -t situations < <(chosen_situations "$@")
    run_situations "${situations[@]}"
} | tee "$scratch/all"
! grep -q '^not ok' "$scratch/all"
