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

# pair_by_discovery HOST JOINER: the joiner finds the host by itself.
pair_by_discovery() {
    open_code "$scratch/$1"
    timeout 30 "$bin/phlistctl" --socket "$scratch/$2/control.sock" join <<<"$code"
    wait "$pair_pid"
}

# pair_by_address HOST JOINER: the joiner is told where the host is.
pair_by_address() {
    open_code "$scratch/$1"
    timeout 30 "$bin/phlistctl" --socket "$scratch/$2/control.sock" join --host "$(address_of "$1"):$code_port" <<<"$code"
    wait "$pair_pid"
}

# two_paired_hosts: ann and ben, found by each other, one household, with the list "Groceries".
two_paired_hosts() {
    local host
    for host in ann ben; do
        add_host "$host"
        start_discovery "$host"
        run_daemon "$host"
    done
    ask ann list new Groceries
    pair_by_discovery ann ben
}

# dump HOST: every list and item with its state, in an order that does not depend on the host.
dump() {
    ask "$1" --plain list ls | sort
    ask "$1" --plain ls --all | sort
}

has_item() {
    dump "$1" | grep -F -- "$2" >/dev/null
}

same() {
    [[ $(dump "$1") == "$(dump "$2")" ]]
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
