# shellcheck shell=bash
#
# The Nth rename, write or flush of a first start fails: the next start makes the household, and nothing is in its way.
runs=$(short_or_long 1 6)
compile_faults
mkdir -p "$acks"
for call in rename pwrite fsync fdatasync; do
    for ((nth = 1; nth <= runs; nth++)); do
        rm -rf "$state" "$acks"/*
        with_fault "$call" "$nth" 1 "$((nth % 2 ? errno_eio : errno_enospc))" run_daemon || true
        count_strikes
        end_daemon || true
        run_daemon
        ctl "$dir" -q list new Crash
        begin_writers 1
        let_write 100
        end_writers
        kill_daemon
        run_daemon
        expect_recovered
        stop "$daemon_pid"
    done
done
expect_strikes
result "first starts with $struck failing renames, writes and flushes"
