# shellcheck shell=bash disable=SC2154
# A host that was told to listen on one network does so as soon as it has that network, and on no other.
make_bridge br1
for host in ann ben; do
    add_host "$host"
    start_discovery "$host"
done
add_interface ben br1 eth1 10.78.0
echo 'listen: [eth1]' >"$scratch/ann/phlist.yaml"
run_daemon ann --config "$scratch/ann/phlist.yaml"
run_daemon ben
ask ann doctor | grep 'does not listen on eth1' >/dev/null || say_failure 'doctor does not name what is missing'

add_interface ann br1 eth1 10.78.0
ask ann list new Groceries
pair_by_discovery ann ben
expect_same ann ben
ask ann doctor | grep 'port .* at 10.78.0.1$' >/dev/null || say_failure 'doctor does not name the one address'

port=$(ask ann --json status | json_field port)
# answers ADDRESS: whether ann takes a connection there.
answers() {
    on ben timeout 5 bash -c ": </dev/tcp/$1/$port" 2>/dev/null
}
answers "10.78.0.${host_number[ann]}" || say_failure 'ann does not listen on the network that was chosen'
! answers "10.77.0.${host_number[ann]}" || say_failure 'ann listens on another network'

# The same interface, made anew.
ip -n ann link delete eth1
wait_until 10 'doctor notices' eval 'ask ann doctor | grep "does not listen" >/dev/null'
add_interface ann br1 eth1 10.78.0
ask ben add Groceries 'oat milk'
expect_item ann 'oat milk'
expect_same ann ben
