# shellcheck shell=bash disable=SC2154
# A fifth of all packets is lost, in both directions, discovery included: it takes longer, and nothing is missing.
two_paired_hosts
for host in ann ben; do lose_packets "$host" 0.2; done
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
lost=$(lost_packets ann)
((lost > 0)) || say_failure 'no packet was lost'
echo "count: $lost packets lost on their way to ann, 21 changes synchronised"
