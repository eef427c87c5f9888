# shellcheck shell=bash disable=SC2154
# A network where nobody gives addresses: only link-local IPv6 is there, which needs its interface to be said.
leave_only_link_local() {
    on "$1" ip -4 address flush dev eth0
    wait_until 5 "$1 has a link-local address" has_link_local "$1"
}
two_paired_hosts leave_only_link_local
ask ann add Groceries 'oat milk'
expect_item ben 'oat milk'
{ ask ann --plain peers && ask ben --plain peers; } | grep -F '[fe80::' | grep -F '%eth0]:' >/dev/null

# It is remembered with its interface, too.
kill_avahi ann
kill_avahi ben
kill_daemon ben
run_daemon ben
ask ann add Groceries 'rye bread'
expect_item ben 'rye bread'
