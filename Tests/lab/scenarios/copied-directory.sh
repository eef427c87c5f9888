# shellcheck shell=bash disable=SC2154
# The state directory of ann, her key in it, is copied to a third host while she runs, and started there: both run, both
# write, so does ben, and nothing is lost. Both say what they are.
two_paired_hosts
ask ann add Groceries 'before'
expect_same ann ben
add_host copy
start_discovery copy
cp -a "$scratch/ann/state" "$scratch/copy/state"
ask ann add Groceries 'of ann, after the copy'
run_daemon copy --device-name ann
for number in {1..10}; do
    for host in ann ben copy; do ask "$host" -q add Groceries "item $number of $host"; done
done
for host in ben copy; do expect_same ann "$host"; done

says_twin() {
    ask "$1" status | grep -F 'another machine runs with the key of this device' >/dev/null
}
for host in ann copy; do wait_until 10 "$host says that it is one of two" says_twin "$host"; done
says_twin ben && say_failure 'ben says that he is one of two'

# After a restart of everybody still, also for what is written while one of the two is away.
kill_daemon copy
ask ann 'done' 'Groceries/item 3 of copy'
for host in ann ben; do kill_daemon "$host"; done
for host in ann ben copy; do run_daemon "$host"; done
ask copy 'done' 'Groceries/item 4 of ann'
for host in ben copy; do expect_same ann "$host"; done
everything=$(dump ben)
for host in ann ben copy; do
    for number in {1..10}; do grep -F "item $number of $host" <<<"$everything" >/dev/null; done
done
for title in 'before' 'of ann, after the copy' 'done.*item 3 of copy' 'done.*item 4 of ann'; do
    grep "$title" <<<"$everything" >/dev/null
done
