# shellcheck shell=bash disable=SC2154
# Two hosts see each other by cable and by wireless: one connection is enough, and either network does.
make_bridge br1
add_wireless() {
    add_interface "$1" br1 eth1 10.78.0
}
two_paired_hosts add_wireless
ask ann add Groceries 'oat milk'
expect_item ben 'oat milk'

unplug ben
ask ann add Groceries 'rye bread'
wait_until 15 'the other network does' has_item ben 'rye bread'

plug ben
ip link set port-ben-eth1 down
ask ben add Groceries 'apples'
wait_until 15 'the first network does again' has_item ann 'apples'
expect_same ann ben
