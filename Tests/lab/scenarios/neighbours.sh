# shellcheck shell=bash disable=SC2154
# Two households on one network, with people, devices and lists of the same names, never mix.
for host in ann ben ann2 ben2; do
    add_host "$host"
    start_discovery "$host"
    run_daemon "$host"
done
ask ann list new Groceries
ask ann2 list new Groceries
pair_by_discovery ann ben
pair_by_address ann2 ben2
ask ann add Groceries 'oat milk'
ask ann2 add Groceries 'coffee'
expect_item ben 'oat milk'
expect_item ben2 'coffee'

# Nobody has heard of the others, nor would have after they all come back at once.
for host in ann ben ann2 ben2; do kill_daemon "$host"; done
for host in ann ben ann2 ben2; do run_daemon "$host"; done
ask ben add Groceries 'rye bread'
ask ben2 add Groceries 'tea'
expect_same ann ben
expect_same ann2 ben2
for host in ann ben; do
    has_item "$host" coffee && say_failure "$host has an item of the neighbours"
    [[ $(ask "$host" --plain peers | wc -l) -eq 1 ]]
done
for host in ann2 ben2; do
    has_item "$host" milk && say_failure "$host has an item of the neighbours"
    [[ $(ask "$host" --plain peers | wc -l) -eq 1 ]]
done
grep -h 'connection refused' "$scratch"/*/log && say_failure 'a neighbour was dialled'
true
