# shellcheck shell=bash disable=SC2154
# A host without dbus and avahi: the daemon starts, says so, and works with an address.
for host in ann ben; do
    add_host "$host"
    run_daemon "$host"
done
ask ben status | grep -i 'discovery.*avahi'

ask ann list new Groceries
pair_by_address ann ben
ask ann add Groceries 'oat milk'
expect_item ben 'oat milk'
ask ben add Groceries 'rye bread'
expect_same ann ben

kill_daemon ben
run_daemon ben
ask ann add Groceries 'apples'
expect_item ben 'apples'
