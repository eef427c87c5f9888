# shellcheck shell=bash disable=SC2154
# Without discovery Ann and Carl know only Ben, who tells each where the other is: when he is off they go on together.
for host in ann ben carl; do
    add_host "$host"
    run_daemon "$host" --no-discovery
done
ask ben list new Groceries
pair_by_address ben ann
pair_by_address ben carl
wait_until 10 'ann and carl are connected' is_connected_to ann carl

kill_daemon ben
ask ann add Groceries 'oat milk'
wait_until 5 'what ann wrote is on carl without ben' has_item carl 'oat milk'
