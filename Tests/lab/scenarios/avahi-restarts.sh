# shellcheck shell=bash disable=SC2154
# avahi-daemon crashes and comes back: a daemon that was running all the time finds others again and is found again.
for host in ann ben; do
    add_host "$host"
    start_discovery "$host"
done
run_daemon ann
wait_until 10 'ben sees ann' sees_service ben "$(address_of ann)"

kill_avahi ann
discovery_is() {
    ask ann --plain status | grep -x $'discovery\t'"$1" >/dev/null
}
wait_until 20 'ann says that discovery is unavailable' discovery_is unavailable
start_avahi ann
wait_until 30 'ann says that discovery is running' discovery_is running
wait_until 20 'ben sees ann again' sees_service ben "$(address_of ann)"

run_daemon ben
ask ben list new Groceries
pair_by_discovery ben ann
ask ben add Groceries 'oat milk'
expect_item ann 'oat milk'
