# shellcheck shell=bash disable=SC2154
# Ann and Carl cannot see each other, Ben sees both: what one writes reaches the other through him.
make_bridge br1
for host in ann ben carl; do
    add_host "$host"
done
ip link set port-carl master br1
add_interface ben br1 eth1 10.78.0
on carl ip address flush dev eth0
on carl ip address add 10.78.0.3/24 dev eth0
for host in ann ben carl; do
    start_discovery "$host"
    run_daemon "$host"
done
ask ben list new Groceries
pair_by_discovery ben ann
open_code "$scratch/ben"
timeout 30 "$bin/phlistctl" --socket "$scratch/carl/control.sock" join --host "10.78.0.2:$code_port" <<<"$code"
wait "$pair_pid"

ask ann add Groceries 'oat milk'
wait_until 10 'what ann wrote is on carl' has_item carl 'oat milk'
ask carl add Groceries 'rye bread'
wait_until 10 'what carl wrote is on ann' has_item ann 'rye bread'
for host in ann carl; do
    [[ $(ask "$host" --plain peers | grep -c connected) -ge 1 ]]
done
expect_same ann ben
expect_same ann carl
