# shellcheck shell=bash disable=SC2154
# Two machines that know nothing of each other: a code, found through discovery, makes them one household.
for host in ann ben; do
    add_host "$host"
    start_discovery "$host"
    run_daemon "$host"
done
ask ann list new Groceries
ask ben add Workshop 'wood screws' && say_failure 'an item went to a list that does not exist'
ask ben list new Workshop
ask ben add Workshop 'wood screws'

pair_by_discovery ann ben --as ben

ask ann add Groceries 'oat milk'
expect_item ben 'oat milk'
ask ben 'done' Groceries/oat
same_groceries() {
    [[ $(ask ann --plain ls --all Groceries) == "$(ask ben --plain ls --all Groceries)" ]]
}
wait_until 20 'the tick of ben is on ann' same_groceries
ask ann --plain ls --all Groceries | grep 'done.*oat milk' >/dev/null
has_item ben 'wood screws'
if has_item ann 'wood screws'; then say_failure 'a list that was not shared has left ben'; fi

# Each sees its own announcement, so doctor has nothing to say.
for host in ann ben; do
    wait_until 10 "$host sees its own announcement" eval 'ask $host doctor | grep "is seen on eth0" >/dev/null'
done
