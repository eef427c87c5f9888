# shellcheck shell=bash disable=SC2154
# A network where nobody gives addresses: only link-local IPv6 is there, which needs its interface to be said.
for host in ann ben; do
    add_host "$host"
    on "$host" ip -4 address flush dev eth0
    wait_until 5 "$host has a link-local address" has_link_local "$host"
    start_discovery "$host"
    run_daemon "$host"
done
ask ann list new Groceries
pair_by_discovery ann ben
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
