# shellcheck shell=bash disable=SC2154
# long: 300
# Ben joins a list of 100,000 items over a slow network that he loses every other two seconds, and with it each time his
# connections. What has come is kept: each session goes on where the last one ended, and little is sent twice.
count=100000
for host in ann ben; do
    add_host "$host"
    start_discovery "$host"
    run_daemon "$host"
done
ask ann list new Groceries
"$bin/phlist-load" --socket "$scratch/ann/control.sock" --count $((count / 500)) --group 500 Groceries item >/dev/null
on ann tc qdisc add dev eth0 root tbf rate 5mbit burst 64kb latency 200ms

item_count() {
    ask "$1" --json list ls | json_field openCount
}
bytes_sent() {
    on ann cat /sys/class/net/eth0/statistics/tx_bytes
}
# What the kernel ends here the other side still holds for open.
flap() {
    set +x
    while :; do
        sleep 2
        unplug ben
        on ben ss -KHtn state established >>"$scratch/ended"
        item_count ben >>"$scratch/counts"
        sleep 2
        plug ben
    done
}
has_all() {
    (($(item_count "$1") == count))
}
sent_before=$(bytes_sent)
pair_by_discovery ann ben
flap &
flapper=$!
wait_until 200 'ben has all items' has_all ben
kill "$flapper"
plug ben
ask ben --timeout 30 sync --wait
sent=$(($(bytes_sent) - sent_before))
same ann ben

content=$(stat -c %s "$scratch/ann/state/phlist.log")
counts=$(paste -sd ' ' "$scratch/counts")
(($(wc -l <"$scratch/ended") >= 3)) || say_failure 'ben has lost no connections'
(($(sort -un "$scratch/counts" | wc -l) >= 3)) || say_failure "no progress from session to session: $counts"
((sent < 2 * content)) || say_failure "$sent bytes were sent for a log of $content bytes"
echo "count: $counts items were there when the network went; $sent bytes sent for a log of $content bytes"
