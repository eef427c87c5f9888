# shellcheck shell=bash disable=SC2154
# A router gives a host another address, first while avahi runs, then while nobody has it: both find each other again
# within seconds, and the old address is not waited for.
two_paired_hosts
ask ann add Groceries 'oat milk'
expect_item ben 'oat milk'

move_host ben 10.77.0.102
ask ann add Groceries 'rye bread'
wait_until 15 'ben has what ann wrote after he moved' has_item ben 'rye bread'
ask ben add Groceries 'apples'
wait_until 5 'ann has what ben wrote after he moved' has_item ann 'apples'

kill_avahi ann
kill_avahi ben
move_host ann 10.77.0.101
ask ben add Groceries 'pears'
wait_until 15 'ann has what ben wrote after she moved' has_item ann 'pears'
expect_same ann ben
