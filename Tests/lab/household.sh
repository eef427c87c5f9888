# shellcheck shell=bash disable=SC2034,SC2154
# What the scenarios do with daemons: run them on hosts, pair them, write, compare.

declare -A daemon_on=()

# run_daemon HOST ARGUMENT...: starts phlistd on the host, again after it was stopped or killed. ann and ann2 are hosts of
# two people, and devices of one name.
run_daemon() {
    local host=$1
    shift
    enter=(nsenter -t "${host_pid[$host]}" -m -u -n --)
    start "$scratch/$host" --device-name "${host%2}" "$@"
    enter=()
    daemon_on[$host]=$daemon_pid
}

kill_daemon() {
    kill -KILL "${daemon_on[$1]}"
    wait "${daemon_on[$1]}" || true
}

# ask HOST ARGUMENT...: phlistctl against the daemon of the host.
ask() {
    ctl "$scratch/$1" "${@:2}"
}

# pair_by_discovery HOST JOINER [OPTION…]: the joiner finds the host by itself.
pair_by_discovery() {
    open_code "$scratch/$1"
    timeout 30 "$bin/phlistctl" --socket "$scratch/$2/control.sock" join "${@:3}" <<<"$code"
    wait "$pair_pid"
}

# pair_by_address HOST JOINER: the joiner is told where the host is.
pair_by_address() {
    open_code "$scratch/$1"
    timeout 30 "$bin/phlistctl" --socket "$scratch/$2/control.sock" join --host "$(address_of "$1"):$code_port" <<<"$code"
    wait "$pair_pid"
}

# two_paired_hosts [PREPARE]: ann and ben, found by each other, one household, with the list "Groceries". PREPARE HOST is
# what is done to each host before anything runs on it.
two_paired_hosts() {
    local host
    for host in ann ben; do
        add_host "$host"
        "${1-:}" "$host"
        start_discovery "$host"
        run_daemon "$host"
    done
    ask ann list new Groceries
    pair_by_discovery ann ben
    wait_until 20 'the list is on ben' has_item ben Groceries
}

# line_of_three: the hosts ann, ben and carl, of whom ann and carl cannot see each other: ben is on the network of each.
line_of_three() {
    local host
    for host in ann ben carl; do add_host "$host"; done
    make_bridge br1
    ip link set port-carl master br1
    move_host carl 10.78.0.3
    add_interface ben br1 eth1 10.78.0
}

# household_of_three: daemons on ann, ben and carl, one household through ben, with the list "Groceries".
household_of_three() {
    local host
    for host in ann ben carl; do
        start_discovery "$host"
        run_daemon "$host"
    done
    ask ben list new Groceries
    pair_by_discovery ben ann
    pair_by_discovery ben carl
    expect_same ann ben
    expect_same carl ben
}

# dump HOST: every list and item with its state, in an order that does not depend on the host. A hundred thousand of them
# take more than phlistctl's ten seconds when other scenarios run beside.
dump() {
    ask "$1" --timeout 60 --plain list ls | sort
    ask "$1" --timeout 60 --plain ls --all | sort
}

is_connected_to() {
    ask "$1" --plain peers | grep -P "\t$2\tconnected" >/dev/null
}

has_item() {
    dump "$1" | grep -F -- "$2" >/dev/null
}

same() {
    [[ $(dump "$1") == "$(dump "$2")" ]]
}

# refusals HOST: how many connections it has refused by its log, with those that are told of together, ten seconds late.
refusals() {
    sed -n 's/.* connection refused .*/1/p; s/.* others were refused count=//p' "$scratch/$1/log" |
        awk '{ sum += $1 } END { print sum + 0 }'
}

# expect_item HOST TITLE, expect_same HOST HOST: with a deadline.
expect_item() {
    wait_until 20 "\"$2\" is on $1" has_item "$1" "$2"
}

expect_same() {
    wait_until 45 "$1 and $2 hold the same" same "$1" "$2" && return
    diff <(dump "$1") <(dump "$2") >&2
    return 1
}

# missing_on HOST PATTERN: what was acknowledged, in $scratch/acknowledged, and is not among the items there that match.
missing_on() {
    comm -23 <(sort "$scratch/acknowledged") <(ask "$1" --plain ls --all Groceries | grep -o "$2" | sort)
}

# has_all_acknowledged HOST PATTERN: whether nothing is missing.
has_all_acknowledged() {
    [[ -z $(missing_on "$1" "$2") ]]
}
