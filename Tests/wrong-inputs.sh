#!/bin/bash
# Wrong inputs, one row each: the exit status, the one line on standard error, and that nothing has changed afterwards.
# shellcheck disable=SC2317,SC2034 # the table below calls functions and reads variables
# usage: Tests/wrong-inputs.sh     needs the built programs
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=support/daemon.sh
source "$root/Tests/support/daemon.sh"

# What it is; the exit status; what standard error says, an extended regular expression over all of its lines, in which
# a slash stands for the end of a line; the command. $here is the directory that everything is in.
table() {
    cat <<'END'
unknown list                       | 66 | no list "oat".*phlistctl add "oat milk"   | phlistctl add oat milk
empty title                        | 65 | empty                                     | phlistctl add Groceries ''
title of spaces                    | 65 | empty                                     | phlistctl add Groceries '   '
title of 1 MiB                     | 65 | title.*1,?024                             | phlistctl add Groceries - <mebibyte
empty list name                    | 65 | empty                                     | phlistctl list new ''
unknown item                       | 66 | no item.*caviar                           | phlistctl done caviar
several items match                | 64 | milk.*oat milk.*soy milk                  | phlistctl done milk
empty new title                    | 65 | empty                                     | phlistctl edit --title '' 'oat milk'
a text that begins with a hyphen   | 64 | unknown option '- cheese'.*-- "- cheese"  | phlistctl add Groceries '- cheese'
a value that begins with a hyphen  | 64 | hyphen: --location="-2nd floor"           | phlistctl edit 'oat milk' --location '-2nd floor'
a title that begins with a hyphen  | 64 | hyphen: -- "-5 eggs"                      | phlistctl add Groceries '-5 eggs'
a section without a name           | 66 | no section name after Groceries/.*out the slash | phlistctl add Groceries/ tea
a word that is no text             | 65 | argument [0-9]+ is not UTF-8                   | phlistctl add Groceries $'\xff\xfe'
closed standard output             | 74 | cannot write the output                   | phlistctl ls >&-
closed standard input              | 74 | cannot read the standard input            | phlistctl add Groceries - <&-
unknown member                     | 67 | no member "nobody"                        | phlistctl --as nobody add Groceries tea
unknown member, one letter off     | 67 | no member "Evee"; did you mean "Eve"\?     | phlistctl add Groceries tea --assign Evee
a name that is empty               | 64 | an argument is empty where a name is expe | phlistctl show ''
a list whose name is empty         | 64 | an argument is empty where a name is expe | phlistctl add '' tea
help on no command, after options  | 64 | no command 'bogus'/see all commands with  | phlistctl --color never help bogus
unknown option                     | 64 | --lots                                    | phlistctl ls --lots
unknown filter                     | 66 | no filter "nix"                           | phlistctl ls --filter nix
empty filter                       | 64 | nothing to save                           | phlistctl filter save nix
filter of a day that is none       | 65 | "someday" is not a valid date             | phlistctl filter save nix --due someday
unknown format of a file           | 64 | xml.*json.*csv.*md.*todotxt               | phlistctl import --format xml mebibyte
file of another format             | 65 | mebibyte, line 1, character 1: .*not JSON | phlistctl import --format json mebibyte
file of no known format             | 65 | none of the formats json, csv, md, todotxt | phlistctl import mebibyte
file with nothing in it            | 65 | nothing in the standard input             | phlistctl import -
file that is a directory           | 74 | cannot read open                          | phlistctl import open
file too large to bring in         | 65 | huge.*33,?554,?432                        | phlistctl import huge
code with a digit too few          | 65 | nine digits                               | phlistctl join --host "$code_host" <<<12345678
wrong code                         | 77 | wrong code, or someone is between         | phlistctl join --host "$code_host" <<<"$wrong_code"
no daemon on the socket            | 69 | not running.*nobody\.sock                 | phlistctl --socket $here/nobody.sock ls
socket path too long for phlistctl | 78 | at most 107.*--socket                     | phlistctl --socket $long_path ls
socket path too long for phlistd   | 78 | at most 107.*--socket                     | phlistd --state-dir $here/other --socket $long_path
second daemon on a state directory | 75 | another phlistd.*[0-9].*ann/state         | phlistd --state-dir $here/ann/state --socket $here/other.sock
second daemon on a socket          | 75 | another phlistd \(pid [0-9]+\).*ann/con   | phlistd --state-dir $here/other --socket $here/ann/control.sock
state directory not writable       | 77 | locked                                    | phlistd_without_rights
configuration: unknown key         | 0  | warning: unknown key "prot".*"port"       | phlistd_with_configuration 'prot: 7454' --check
configuration: wrong type          | 78 | port.*must be.*"many"                     | phlistd_with_configuration 'port: many' --check
start with a wrong type            | 78 | port.*must be.*"many"                     | phlistd_with_configuration 'port: many'
END
}

phlistctl() {
    "$bin/phlistctl" --socket "$here/ann/control.sock" "$@"
}

# A daemon that starts although it should not would run for ever: timeout makes that a failure.
phlistd() {
    timeout 20 "$bin/phlistd" --port 0 --no-discovery "$@"
}

phlistd_with_configuration() {
    mkdir -p "$XDG_CONFIG_HOME/phlist"
    printf '%s\n' "$1" >"$XDG_CONFIG_HOME/phlist/phlist.yaml"
    timeout 20 "$bin/phlistd" --no-discovery --state-dir "$here/other" --socket "$here/other.sock" "${@:2}"
}

# Root may write anywhere, so root becomes nobody, with a copy of the program that nobody can reach.
phlistd_without_rights() {
    local become=()
    if ((EUID == 0)); then
        become=(setpriv --reuid=65534 --clear-groups --bounding-set=-all)
        cp "$bin/phlistd" open/
    else
        ln -s "$bin/phlistd" open/
    fi
    timeout 20 "${become[@]}" open/phlistd --port 0 --no-discovery --state-dir "$here/locked/state" --socket "$here/open/own/s"
}

# Everything that a user can see on both daemons.
everything() {
    local name
    for name in ann ben; do
        ctl "$here/$name" --plain list ls
        ctl "$here/$name" --plain ls --all
    done
}

trim() {
    sed -E 's/^ +//; s/ +$//' <<<"$1"
}

try_row() {
    local what=$1 status=$2 pattern=$3 command=$4 got=0 complaint
    everything >before 2>&1
    (eval "$command") </dev/null >output 2>message || got=$?
    everything >after 2>&1 || true
    complaint=$(complaint_about "$status" "$got" "$pattern")
    if [[ -z $complaint ]]; then
        printf 'ok wrong input: %s\n' "$what"
    else
        printf 'not ok wrong input: %s: %s\n' "$what" "$complaint"
        printf '  standard error: %s\n' "$(head -c 2000 message)"
        failed=1
    fi
}

# What is wrong with the outcome; nothing when all is well. Details of an error are indented and may be many.
complaint_about() {
    local text
    text=$(tr '\n' '/' <message)
    [[ $1 == "$2" ]] || printf 'status %s instead of %s; ' "$2" "$1"
    (($(grep -c '^[^ ]' message) <= 2)) || printf 'more than an error and a hint; '
    [[ $text =~ $3 ]] || printf 'does not say "%s"; ' "$3"
    cmp --quiet before after || printf 'something changed'
}

prepare() {
    enter_sandbox "$here"
    cd "$here"
    chmod 0755 .
    mkdir -m 0777 open
    mkdir -m 0755 locked
    ((EUID == 0)) || chmod 0500 locked
    head -c 1048576 /dev/zero | tr '\0' 'm' >mebibyte
    truncate -s 100M huge
    long_path=$here/$(printf 'd%.0s' {1..100}).sock
    wrong_code=000005724 # its check digit is right
    start "$here/ann" --port 0 --no-discovery
    start "$here/ben" --port 0 --no-discovery
    ctl "$here/ann" list new Groceries
    ctl "$here/ann" add Groceries 'oat milk' 'soy milk'
    ctl "$here/ann" member add Eve
    open_code "$here/ben"
    code_host=127.0.0.1:$code_port
}

clean_up() {
    stop_all
    chmod -R u+w "$here"
    rm -rf "$here"
}

failed=0
here=$(mktemp -d "${TMPDIR:-/tmp}/wrong.XXXXXX")
trap clean_up EXIT
prepare >/dev/null
while IFS='|' read -r what status pattern command; do
    try_row "$(trim "$what")" "$(trim "$status")" "$(trim "$pattern")" "$(trim "$command")"
done < <(table)
exit "$failed"
