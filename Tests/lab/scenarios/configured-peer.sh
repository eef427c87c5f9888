# shellcheck shell=bash disable=SC2154
# Without discovery, and where no address that was remembered leads anywhere any more, an entry `peers:` in the
# configuration of one of two is enough: at a start, and when it is entered while the daemon runs.
run_on() {
    run_daemon "$1" --config "$scratch/$1/phlist.yaml"
}
for host in ann ben; do
    add_host "$host"
    touch "$scratch/$host/phlist.yaml"
    run_on "$host"
done
ask ann list new Groceries
pair_by_address ann ben
expect_same ann ben
port=$(ask ann --json status | json_field port)

# Both get other addresses while neither runs, so that nobody can tell the other.
for host in ann ben; do kill_daemon "$host"; done
move_host ann 10.77.0.101
move_host ben 10.77.0.102
run_on ann
ask ann add Groceries 'oat milk'
echo "peers: [10.77.0.101:$port]" >"$scratch/ben/phlist.yaml"
run_on ben
expect_item ben 'oat milk'
ask ben config ls | grep -F '10.77.0.101' >/dev/null

for host in ann ben; do kill_daemon "$host"; done
move_host ann 10.77.0.103
move_host ben 10.77.0.104
for host in ann ben; do run_on "$host"; done
ask ann add Groceries 'rye bread'
is_connected_to ben ann && say_failure 'ben has found ann by himself'
ask ben config set peers "10.77.0.103:$port"
expect_item ben 'rye bread'
expect_same ann ben
