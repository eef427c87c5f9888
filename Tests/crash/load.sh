# shellcheck shell=bash disable=SC2154
# Writers, what they were told, and what is there afterwards. Sourced by inside.sh, which sets `scratch` and `form`.

dir=$scratch/ann
state=$dir/state
acks=$scratch/acks # One file per writer: a line for each item that the daemon said it has stored.
group=3            # Items in one request: all of them are there, or none.
writer_pids=()
run_count=0

# short_or_long SHORT LONG: how often to do something.
short_or_long() {
    if [[ $form == short ]]; then echo "$1"; else echo "$2"; fi
}

run_daemon() {
    start "$dir" --port 0 --no-discovery
}

# A household with the list that everything is written to, and a running daemon.
new_household() {
    mkdir -p "$acks"
    run_daemon
    ctl "$dir" -q list new Crash
}

kill_daemon() {
    kill -KILL "$daemon_pid" || true
    wait "$daemon_pid" || true
}

# begin_writers COUNT: each adds groups of items until the daemon refuses one.
begin_writers() {
    local number name
    run_count=$((run_count + 1))
    for ((number = 1; number <= $1; number++)); do
        name=r${run_count}w$number
        "$bin/phlist-load" --socket "$dir/control.sock" --group "$group" Crash "$name" \
            >"$acks/$name" 2>"$scratch/$name.refusal" </dev/null &
        writer_pids+=($!)
    done
    wait_until 20 'items are acknowledged' some_are_acknowledged
}

some_are_acknowledged() {
    [[ -n $(find "$acks" -name "r${run_count}w*" -size +0) ]]
}

# Lets the writers write for a random part of a second.
let_write() {
    sleep "0.$((100 + RANDOM % ${1:-300}))"
}

end_writers() {
    [[ ${#writer_pids[@]} -gt 0 ]] || return 0
    kill "${writer_pids[@]}" 2>/dev/null || true
    wait "${writer_pids[@]}" || true
    writer_pids=()
}

# Waits until every writer was refused, for at most 20 seconds.
writers_give_up() {
    local pid
    for pid in "${writer_pids[@]}"; do wait_until 20 "writer $pid gives up" is_gone "$pid" || return; done
    writer_pids=()
}

# refused_with CODES: every writer of this run gave up, with one of the codes, an extended regular expression.
refused_with() {
    local file
    for file in "$scratch/r${run_count}w"*.refusal; do
        grep -qE "^phlist-load: ($1): " "$file" || say_failure "$file: expected $1, got: $(cat "$file")"
    done
}

acknowledged() {
    cat "$acks"/* | cut -d ' ' -f 2- | sort
}

present() {
    ctl "$dir" --plain ls --all Crash | awk -F '\t' '$4 ~ /^r[0-9]+w/ { print $1, $4 }' | sort
}

acknowledged_count() {
    acknowledged | wc -l
}

lost_count() {
    wc -l <"$scratch/lost"
}

# find_losses: compares what was promised with what is there; what is missing is then in the file `lost`.
find_losses() {
    acknowledged >"$scratch/acknowledged"
    present >"$scratch/present"
    comm -23 "$scratch/acknowledged" "$scratch/present" >"$scratch/lost"
}

# expect_all: every acknowledged item is there under its id, nothing is there twice, and no group in part.
expect_all() {
    find_losses
    [[ ! -s $scratch/lost ]] || say_failure "lost in run $run_count: $(head -n 20 "$scratch/lost")"
    expect_none 'two items with one id' < <(cut -d ' ' -f 1 "$scratch/present" | uniq -d)
    expect_none 'one title twice' < <(cut -d ' ' -f 2 "$scratch/present" | sort | uniq -d)
    expect_none 'a part of a group' < <(cut -d ' ' -f 2 "$scratch/present" | sed 's/-[0-9]*$//' | sort | uniq -c |
        awk -v group="$group" '$1 != group')
}

# expect_none WHAT: standard input is empty.
expect_none() {
    local found
    found=$(head -n 20)
    [[ -z $found ]] || say_failure "$1 in run $run_count: $found"
}

# accepts_commands: the next command is carried out and seen.
accepts_commands() {
    ctl "$dir" -q add Crash "next $run_count"
    ctl "$dir" --plain ls Crash | grep -q "next $run_count" || say_failure 'the next command left nothing'
}

# The whole check, on a daemon that was started after a crash.
expect_recovered() {
    expect_all
    accepts_commands
}

# result WHAT: the one line that the scenario prints.
result() {
    printf '%d runs, %d acknowledged, %d lost; %s\n' \
        "$run_count" "$(acknowledged_count)" "$(lost_count)" "$1" >"$scratch/result"
}
