# shellcheck shell=bash disable=SC2154
# Three daemons are written to and killed at random: what was acknowledged is on all of them in the end, and they agree.
seconds=${seconds-20}
two_paired_hosts
add_host carl
start_discovery carl
run_daemon carl
pair_by_discovery ann carl
expect_same ann carl

# write_to HOST: one item after the other; each that was acknowledged is noted.
write_to() {
    local number=0 deadline=$((SECONDS + seconds))
    set +x
    while ((SECONDS < deadline)); do
        ask "$1" -q add Groceries "item $number of $1" </dev/null >/dev/null 2>&1 &&
            echo "item $number of $1" >>"$scratch/$1/acknowledged"
        ((++number))
    done
}

writers=()
for host in ann ben carl; do
    write_to "$host" &
    writers+=($!)
done
names=(ann ben carl)
kills=0
deadline=$((SECONDS + seconds))
while ((SECONDS < deadline)); do
    victim=${names[RANDOM % 3]}
    sleep "0.$((RANDOM % 9))"
    kill_daemon "$victim"
    ((++kills))
    run_daemon "$victim"
done
wait "${writers[@]}"

cat "$scratch"/*/acknowledged >"$scratch/acknowledged"
pattern='item [0-9]* of [a-z]*'
for host in ann ben carl; do
    wait_until 60 "all that was acknowledged is on $host" has_all_acknowledged "$host" "$pattern" ||
        { missing_on "$host" "$pattern" >&2; false; }
done
expect_same ann ben
expect_same ann carl
ask ann --timeout 30 sync --wait
echo "count: $kills kills, $(wc -l <"$scratch/acknowledged") acknowledged items on all three"
