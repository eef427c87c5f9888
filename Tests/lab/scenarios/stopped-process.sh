# shellcheck shell=bash disable=SC2154
# long: 60
# A daemon stands still, as when its machine sleeps, longer than its timers allow; meanwhile the other goes on writing
# and the address of the machine changes. It notices by itself that time has passed.
two_paired_hosts
kill -STOP "${daemon_on[ben]}"
ask ann add Groceries 'oat milk'
move_host ben 10.77.0.102
sleep 12
kill -CONT "${daemon_on[ben]}"
wait_until 8 'ben has what was written while he slept' has_item ben 'oat milk'
expect_same ann ben
