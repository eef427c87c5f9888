# shellcheck shell=bash
#
# The Nth fdatasync fails, and the pages that it should have written are lost: whoever believes a second one loses data.
runs=$(short_or_long 3 24)
compile_faults
new_household
stop "$daemon_pid"
for ((try = 1; try <= runs; try++)); do
    nth=$((try % 4 == 0 ? try / 4 : 2 + RANDOM % 60))
    fail_once fdatasync "$nth" 1 "$((try % 3 ? errno_eio : errno_enospc))"
done
expect_strikes
result "$struck failing flushes whose pages are lost"
