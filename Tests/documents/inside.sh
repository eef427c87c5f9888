#!/bin/bash
# Types the commands of one situation on its machines, and compares what they print with the page.
# usage: inside.sh SCRATCH FILE     in namespaces of documents.sh; FILE is PAGE.SITUATION, with the blocks
#
# `ann$ command` is typed by a person on the machine ann, `$ command` on ann, too; `sudo` makes it a command of root.
# What follows, up to the next command or an empty line, is all that it prints, errors included. A line `…` stands for any
# lines, `…` in a line for any text in it. Without such lines the command has to succeed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$1
# shellcheck source=../support/daemon.sh
source "$root/Tests/support/daemon.sh"
# shellcheck source=../lab/hosts.sh
source "$root/Tests/lab/hosts.sh"
# shellcheck source=machines.sh
source "$root/Tests/documents/machines.sh"
# shellcheck source=situations.sh
source "$root/Tests/documents/situations.sh"

typed=''
performed=0

# type_command HOST COMMAND: prints what it prints.
type_command() {
    local command=${2//192.168.1./10.77.0.}
    if [[ $command == 'sudo '* ]]; then
        as_root_on "$1" "${command#sudo }" <<<"$typed" 2>&1
    else
        as_person "$1" "$command" <<<"$typed" 2>&1
    fi
}

# The same text without what differs from run to run: ids, ages, addresses, the place of the home directories.
readable() {
    sed -E -e 's/10\.77\.0\./192.168.1./g; s,/run/(home|root)/,/\1/,g' -e 's/\b[A-Z2-7]{4}(-[A-Z2-7]{4}){3}\b/ID/g' \
        -e 's/(\(|\] )[k-z]{2,}\b/\1ID/g; s/\b[k-z]{8}\b/ID/g' -e 's/[0-9]+ (s|min|h) ago/AGO/g; s/ +/ /g; s/ $//'
}

# pattern_of: an extended regular expression for the lines on standard input.
pattern_of() {
    local line
    while IFS= read -r line; do
        if [[ $line == … ]]; then
            printf '(.*\n)?'
        else
            sed -E 's/[][\.*^$+?(){}|]/\\&/g; s/…/[^\\n]*/g' <<<"$line" | tr -d '\n'
            printf '\n'
        fi
    done
}

# fits STATUS OUTPUT EXPECTED: whether a command did what the page says.
fits() {
    local pattern
    [[ -n $3 ]] || { [[ $1 == 0 ]] && return; return 1; }
    pattern=$(readable <<<"$3" | pattern_of)
    [[ $(readable <<<"$2")$'\n' =~ ^${pattern//'\n'/$'\n'}$'\n'?$ ]]
}

# perform HOST COMMAND EXPECTED: what another machine did may still be on its way, so what only reads is tried again.
perform() {
    local status output deadline=$((SECONDS + 25)) reads='^(curl -sk -H.*|phlistctl( (doctor|status|peers|ls|list ls|invite ls|device ls|sync --wait))?)$'
    while :; do
        status=0
        output=$(type_command "$1" "$2") || status=$?
        fits "$status" "$output" "$3" && return
        [[ $2 =~ $reads ]] || break
        ((SECONDS < deadline)) || break
        sleep 0.2
    done
    printf '%s$ %s\nprints, with status %s:\n%s\nand the page says:\n%s\n' "$1" "$2" "$status" "$output" "$3"
    return 1
}

# follow FILE: types the commands of the blocks, one after the other.
follow() {
    local line host='' command='' expected='' next_host next
    while IFS= read -r line; do
        if [[ $line =~ ^([a-z]*)\$\ (.+)$ ]]; then
            next_host=${BASH_REMATCH[1]:-ann} next=${BASH_REMATCH[2]}
        elif [[ -z $line ]]; then
            next=''
        else
            expected+=${expected:+$'\n'}$line
            continue
        fi
        [[ -z $command ]] || { perform "$host" "$command" "$expected" && ((performed += 1)); }
        host=${next_host-} command=$next expected=''
    done < <(cat "$1"; echo)
}

enter_sandbox "$scratch"
trap stop_all EXIT
make_network
situation=${2##*/*.}
"in_${situation//-/_}"
follow "$2"
[[ $performed == "$(grep -cE '^[a-z]*\$ ' "$2")" ]] || say_failure "only $performed commands were typed"
