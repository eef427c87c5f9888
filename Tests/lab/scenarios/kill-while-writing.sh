# shellcheck shell=bash disable=SC2154
# kill -9 in the middle of writes, three times: what phlistctl said it added is there after the restart, and on the peer.
two_paired_hosts

# Adds items until the daemon is gone, and notes each that was acknowledged.
write_until_killed() {
    local number=0
    while ask ann -q add Groceries "round $1 writer $2 item $number" </dev/null >/dev/null 2>&1; do
        echo "round $1 writer $2 item $((number++))" >>"$scratch/acknowledged"
    done
}

acknowledged_at_least() {
    [[ -f $scratch/acknowledged ]] && (($(wc -l <"$scratch/acknowledged") >= $1))
}

pattern='round .*item [0-9]*'
for round in 1 2 3; do
    write_until_killed "$round" 1 &
    first_writer=$!
    write_until_killed "$round" 2 &
    second_writer=$!
    wait_until 30 "writes are under way in round $round" acknowledged_at_least $((round * 20))
    kill_daemon ann
    wait "$first_writer" "$second_writer"
    run_daemon ann
    has_all_acknowledged ann "$pattern" || say_failure "lost: $(missing_on ann "$pattern")"
done
wait_until 45 'all that was acknowledged is on ben' has_all_acknowledged ben "$pattern"
expect_same ann ben
