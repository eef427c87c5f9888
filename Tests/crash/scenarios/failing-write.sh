# shellcheck shell=bash
#
# The Nth pwrite writes its half and fails, for want of room or for good; sometimes so do those after it.
runs=$(short_or_long 3 24)
compile_faults
new_household
stop "$daemon_pid"
for ((try = 1; try <= runs; try++)); do
    nth=$((try % 4 == 0 ? try / 4 : 2 + RANDOM % 60))
    fail_once pwrite "$nth" $((1 + RANDOM % 3)) "$((try % 2 ? errno_eio : errno_enospc))"
done
expect_strikes
result "$struck writes that fail halfway"
