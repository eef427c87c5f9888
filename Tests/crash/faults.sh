# shellcheck shell=bash disable=SC2154,SC2034
# Disks that fail at a chosen call, and disks that are full. Sourced by inside.sh.

compile_faults() {
    "$(command -v cc || command -v clang)" -std=c17 -Wall -Wextra -Werror -O1 -fPIC -shared \
        -o "$scratch/faults.so" "$root/Tests/crash/faults.c"
}

# with_fault CALL NTH COUNT ERRNO COMMAND...: runs a command; the daemon that it starts meets the fault.
with_fault() {
    rm -f "$scratch/struck"
    enter=(env LD_PRELOAD="$scratch/faults.so" FAULT_BELOW="$state/" FAULT_STRUCK="$scratch/struck"
        FAULT_CALL="$1" FAULT_NTH="$2" FAULT_COUNT="$3" FAULT_ERRNO="$4")
    local status=0
    "${@:5}" || status=$?
    enter=()
    return "$status"
}

has_struck() {
    [[ -s $scratch/struck ]]
}

struck=0
count_strikes() {
    ! has_struck || struck=$((struck + $(wc -l <"$scratch/struck")))
}

expect_strikes() {
    ((struck > 0)) || say_failure 'no fault has struck: this scenario has shown nothing'
}

daemon_lives() {
    kill -0 "$daemon_pid"
}

health() {
    ctl "$dir" --json status | json_field health
}

# Ends the daemon by force in every second run, in order otherwise.
end_daemon() {
    if ((RANDOM % 2)); then kill_daemon; else stop "$daemon_pid"; fi
}

# fail_once CALL NTH COUNT ERRNO: a daemon meets a fault while it starts or under load. Whatever it does then, it lives
# and serves, or ends with an error; writers that it refused know why; and what it acknowledged is there without it.
fail_once() {
    if with_fault "$@" run_daemon; then
        begin_writers_with_luck 3
        wait_until 10 'the fault strikes' has_struck || true
        let_write 200
        daemon_lives || say_failure "phlistd has died of a failing $1"
        ctl "$dir" status >/dev/null || say_failure "phlistd does not answer after a failing $1"
        end_writers
        refused_or_never 'disk-full|input-output'
        end_daemon
    else
        has_struck || say_failure 'phlistd does not start although nothing failed'
        kill_daemon
    fi
    count_strikes
    run_daemon
    expect_recovered
    stop "$daemon_pid"
}

# Writers of whom nobody may ever be served.
begin_writers_with_luck() {
    begin_writers "$1" || true
}

# refused_or_never CODES: writers that were refused were refused with one of the codes.
refused_or_never() {
    local file
    for file in "$scratch/r${run_count}w"*.refusal; do
        [[ ! -s $file ]] || grep -qE "^phlist-load: ($1): " "$file" || say_failure "$file: $(cat "$file")"
    done
}

# fill_up REASON: writers fill the disk until they are refused. The daemon lives and shows what it has; started again on
# the full disk it still does.
fill_up() {
    begin_writers 3
    writers_give_up
    refused_with disk-full
    daemon_lives || say_failure "phlistd has died of $1"
    [[ $(health) == full ]] || say_failure "the health is \"$(health)\" although $1"
    expect_all
}

# full_disk RUNS: somebody else takes all room but 64 KiB, the daemon takes the rest; then there is room again.
full_disk() {
    new_household
    while ((run_count < $1)); do
        dd if=/dev/zero of="$state/ballast" bs=1k status=none || true
        truncate -s -64k "$state/ballast"
        fill_up 'the disk is full'
        restart_on_full_disk
        rm "$state/ballast"
        expect_recovered
    done
}

# restart_on_full_disk: what was acknowledged is there also while there is no room.
restart_on_full_disk() {
    end_daemon
    run_daemon
    expect_all
}

errno_eio=5
errno_enospc=28
