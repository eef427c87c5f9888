# shellcheck shell=bash disable=SC2034,SC2154
# Starts, asks and stops phlistd in a directory of its own. Sourced by ./dev, the script tests and the lab, which set
# `root`, the directory of the source tree, first. A daemon's directory holds its state, socket, log and home.

bin=$root/.build/debug
daemon_pids=()
enter=() # The command prefix that enters a host of the lab; empty means this machine.

# say_failure TEXT...: prints one line to standard error and returns 1.
say_failure() {
    printf '%s\n' "$*" >&2
    return 1
}

# wait_until SECONDS WHAT COMMAND...: polls until the command succeeds; says what did not happen when the time is up.
wait_until() {
    local deadline=$((${EPOCHREALTIME/./} + $1 * 1000000)) seconds=$1 what=$2
    local -
    set +x
    shift 2
    until "$@" >/dev/null 2>&1; do
        ((${EPOCHREALTIME/./} < deadline)) || say_failure "not within $seconds s: $what" || return 1
        sleep 0.05
    done
}

# enter_sandbox DIR: gives what follows a known environment; every path that a program may pick leads into DIR.
enter_sandbox() {
    mkdir -p "$1/home" "$1/run"
    chmod 0700 "$1/run"
    unset "${!PHLIST_@}" NOTIFY_SOCKET
    export HOME=$1/home XDG_RUNTIME_DIR=$1/run TMPDIR=$1
    export XDG_CONFIG_HOME=$HOME/.config XDG_DATA_HOME=$HOME/.local/share
    export XDG_CACHE_HOME=$HOME/.cache XDG_STATE_HOME=$HOME/.local/state
    export TZ=UTC LANG=C.UTF-8 LC_ALL=C.UTF-8 NO_COLOR=1 USER=ann LOGNAME=ann
}

# ctl DIR ARGUMENT...: asks the daemon of DIR.
ctl() {
    local dir=$1
    shift
    "$bin/phlistctl" --socket "$dir/control.sock" "$@"
}

# launch DIR ARGUMENT...: starts the daemon of DIR in the background without waiting; its pid is then in `daemon_pid`.
launch() {
    local dir=$1
    shift
    mkdir -p "$dir/home"
    HOME=$dir/home XDG_CACHE_HOME=$dir/home/.cache \
        "${enter[@]}" "$bin/phlistd" --state-dir "$dir/state" --socket "$dir/control.sock" "$@" \
        </dev/null >>"$dir/log" 2>&1 &
    daemon_pid=$!
    daemon_pids+=("$daemon_pid")
}

# start DIR ARGUMENT...: launches the daemon of DIR and waits until it answers.
start() {
    launch "$@"
    wait_until 20 "phlistd answers on $1/control.sock" answers_or_is_gone "$1" "$daemon_pid"
    ctl "$1" status >/dev/null
}

answers_or_is_gone() {
    ctl "$1" status || is_gone "$2"
}

is_gone() {
    ! kill -0 "$1"
}

# stop PID: asks a daemon to end and waits for it; one that does not is killed, and that is a failure.
stop() {
    kill -TERM "$1" 2>/dev/null || return 0
    wait_until 10 "phlistd $1 ends on SIGTERM" is_gone "$1" && return
    kill -KILL "$1"
    return 1
}

# stop_all: ends every daemon that was started here.
stop_all() {
    local pid
    for pid in "${daemon_pids[@]}"; do stop "$pid" || true; done
    daemon_pids=()
}

# open_code DIR: opens a pairing code on the daemon of DIR; leaves the digits in `code`, the port in `code_port`.
open_code() {
    rm -f "$1/pair.json" # that of an earlier code
    "$bin/phlistctl" --socket "$1/control.sock" --json pair </dev/null >"$1/pair.json" 2>"$1/pair.err" &
    pair_pid=$!
    wait_until 10 'phlistctl pair shows a code' grep -q '"code"' "$1/pair.json" || { cat "$1/pair.err" >&2; return 1; }
    code=$(json_field code <"$1/pair.json")
    code_port=$(json_field port <"$1/pair.json")
}

# json_field NAME: prints the first value of that name, a number or a text without quotes in it.
json_field() {
    sed -n "s/.*\"$1\" *: *\"\{0,1\}\([^\",}]*\).*/\1/p" | head -n 1
}
