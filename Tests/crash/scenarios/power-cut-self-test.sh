# shellcheck shell=bash disable=SC2034
# needs ext4
# A daemon whose flushes do nothing loses what it acknowledged, and the power cuts must show it: otherwise they prove
# nothing for the daemon whose flushes work.
prepare_power_cuts ext4
stop "$daemon_pid"
enter=(env LD_PRELOAD=libeatmydata.so)
run_daemon
cut_once
enter=()
if run_daemon; then find_losses; else acknowledged >"$scratch/lost"; fi
(($(lost_count) > 0)) || say_failure 'nothing is lost although nothing was flushed: the power cuts do not cut'
result 'as must be, since libeatmydata kept the daemon from flushing'
