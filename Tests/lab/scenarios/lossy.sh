# shellcheck shell=bash disable=SC2154
# A fifth of all packets is lost, in both directions, discovery included: it takes longer, and nothing is missing.
two_paired_hosts
for host in ann ben; do
    on "$host" iptables -A INPUT -i eth0 -m statistic --mode random --probability 0.2 -j DROP
done
for number in {1..10}; do
    ask ann add Groceries "item $number of ann" >/dev/null
    ask ben add Groceries "item $number of ben" >/dev/null
done
wait_until 30 'all is on both' same ann ben
kill_daemon ben
run_daemon ben
ask ann add Groceries 'after the restart'
wait_until 30 'ben is back' has_item ben 'after the restart'
expect_same ann ben
lost=$(on ann iptables -L INPUT -v -x -n | sed -n 's/^ *\([0-9]*\) .*DROP.*/\1/p')
((lost > 0)) || say_failure 'no packet was lost'
echo "count: $lost packets lost on their way to ann, 21 changes synchronised"
