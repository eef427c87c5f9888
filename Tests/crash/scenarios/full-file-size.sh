# shellcheck shell=bash disable=SC2034
#
# RLIMIT_FSIZE: writes beyond it fail with EFBIG, and the signal SIGXFSZ would kill a program that does not ignore it.
runs=$(short_or_long 2 10)
new_household
while ((run_count < runs)); do
    stop "$daemon_pid"
    # A signal that our parent ignores would be ignored by the daemon without its doing anything.
    enter=(env --default-signal=XFSZ prlimit "--fsize=$(($(wc -c <"$state/phlist.log") + 65536)):unlimited")
    run_daemon
    fill_up 'the file may not grow'
    ((run_count % 2)) || restart_on_full_disk
    enter=()
    prlimit --pid "$daemon_pid" --fsize=unlimited:unlimited
    expect_recovered
done
result 'a log that may not grow, and may again'
