#!/bin/bash
# Wrong inputs, one row each: the exit status, the one line on standard error, and that nothing has changed afterwards.
# shellcheck disable=SC2317,SC2034 # the table below calls functions and reads variables
# usage: Tests/wrong-inputs.sh     needs the built programs
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=support/daemon.sh
source "$root/Tests/support/daemon.sh"

# what                             | status | standard error, an extended regular expression for its one line | command
table() {
    cat <<'END'
unknown list                       | 66 | no list "oat".*phlistctl add "oat milk"            | phlistctl add oat milk
empty title                        | 65 | empty                                              | phlistctl add Groceries ''
title of spaces                    | 65 | empty                                              | phlistctl add Groceries '   '
title of 1 MiB                     | 65 | title.*1 KiB                                      | phlistctl add Groceries - <mebibyte
empty list name                    | 65 | empty                                              | phlistctl list new ''
unknown item                       | 66 | no item "caviar"                                   | phlistctl done caviar
several items match                | 64 | "milk".*oat milk.*soy milk                         | phlistctl done milk
new title without text             | 65 | empty                                              | phlistctl edit --title '' 'oat milk'
code with a typing error           | 65 | code                                               | phlistctl join --host "127.0.0.1:$code_port" <<<123456789
wrong code                         | 77 | wrong code, or someone is between the devices      | phlistctl join --host "127.0.0.1:$code_port" <<<"$wrong_code"
no daemon on the socket            | 69 | phlistd is not running.*nobody\.sock               | phlistctl --socket nobody.sock ls
socket path too long for phlistctl | 78 | control\.sock.*--socket                            | phlistctl --socket "$long_path/control.sock" ls
socket path too long for phlistd   | 78 | control\.sock.*--socket                            | phlistd --state-dir other --socket "$long_path/control.sock"
second daemon on a state directory | 75 | phlistd \(pid [0-9]+\).*ann/state                  | phlistd --state-dir ann/state --socket other.sock
second daemon on a socket          | 75 | another phlistd \(pid [0-9]+\) serves.*ann/control | phlistd --state-dir other --socket ann/control.sock
state directory not writable       | 77 | locked                                             | phlistd_without_rights --state-dir locked/state --socket open/other.sock
configuration: unknown key         | 0  | warning: .*"prot".*"port"                          | phlistd_with_configuration 'prot: 7454' --check
configuration: wrong type          | 78 | port.*"many"                                       | phlistd_with_configuration 'port: many' --check
configuration: wrong type, started | 78 | port.*"many"                                       | phlistd_with_configuration 'port: many'
END
}

phlistctl() {
    "$bin/phlistctl" --socket ann/control.sock "$@"
}

# A daemon that starts although it should not would run for ever: timeout makes that a failure.
phlistd() {
    timeout 20 "$bin/phlistd" --port 0 --no-discovery "$@"
}

phlistd_with_configuration() {
    mkdir -p "$XDG_CONFIG_HOME/phlist"
    printf '%s\n' "$1" >"$XDG_CONFIG_HOME/phlist/phlist.yaml"
    timeout 20 "$bin/phlistd" --no-discovery --state-dir other --socket other.sock "${@:2}"
}

# Root may write anywhere, so root becomes nobody, with a copy of the program that nobody can reach.
phlistd_without_rights() {
    if ((EUID != 0)); then
        phlistd "$@"
    else
        cp "$bin/phlistd" open/
        timeout 20 setpriv --reuid=65534 --clear-groups --bounding-set=-all open/phlistd --port 0 --no-discovery "$@"
    fi
}

# Everything that a user can see on both daemons.
everything() {
    local name
    for name in ann ben; do
        ctl "$name" --plain list ls
        ctl "$name" --plain ls --all
    done
}

trim() {
    sed -E 's/^ +//; s/ +$//' <<<"$1"
}

try_row() {
    local what=$1 status=$2 pattern=$3 command=$4 got=0 complaint
    everything >before
    (eval "$command") </dev/null >output 2>message || got=$?
    everything >after || true
    complaint=$(complaint_about "$status" "$got" "$pattern")
    if [[ -z $complaint ]]; then
        printf 'ok wrong input: %s\n' "$what"
    else
        printf 'not ok wrong input: %s: %s\n' "$what" "$complaint"
        printf '  standard error: %s\n' "$(head -c 2000 message)"
        failed=1
    fi
}

complaint_about() {
    [[ $1 == "$2" ]] || printf 'status %s instead of %s; ' "$2" "$1"
    (($(wc -l <message) == 1)) || printf 'not one line; '
    grep -E -- "$3" message >/dev/null || printf 'does not say "%s"; ' "$3"
    cmp --quiet before after || printf 'something changed'
}

prepare() {
    enter_sandbox "$scratch"
    cd "$scratch"
    chmod 0755 .
    mkdir -m 0777 open
    mkdir -m 0755 locked
    ((EUID == 0)) || chmod 0500 locked
    head -c 1048576 /dev/zero | tr '\0' 'm' >mebibyte
    long_path=$scratch/$(printf 'd%.0s' {1..120})
    wrong_code=000005724 # its check digit is right
    start ann --port 0 --no-discovery
    start ben --port 0 --no-discovery
    ctl ann list new Groceries
    ctl ann add Groceries 'oat milk' 'soy milk'
    open_code ben
}

clean_up() {
    stop_all
    chmod -R u+w "$scratch"
    rm -rf "$scratch"
}

failed=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/wrong.XXXXXX")
trap clean_up EXIT
prepare >/dev/null
while IFS='|' read -r what status pattern command; do
    try_row "$(trim "$what")" "$(trim "$status")" "$(trim "$pattern")" "$(trim "$command")"
done < <(table)
exit "$failed"
