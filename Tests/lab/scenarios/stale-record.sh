# shellcheck shell=bash disable=SC2154
# A host that has just joined vanishes without a goodbye, so that avahi goes on naming its old address, and comes back at another one.
two_paired_hosts
unplug ben
kill_avahi ben
kill_daemon ben

# A daemon that starts now has no connection, and learns of an instance that is not there any more.
kill_daemon ann
run_daemon ann
ask ann add Groceries 'oat milk'
ask ann --plain peers | grep -F 'ben' >/dev/null

move_host ben 10.77.0.102
plug ben
start_avahi ben
run_daemon ben
wait_until 20 'ben is found at his new address' has_item ben 'oat milk'
expect_same ann ben
