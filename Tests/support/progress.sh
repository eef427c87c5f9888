# shellcheck shell=bash
# Long work on a terminal is one line that says what runs, for how long, and how far it is.

# show_progress NAME FILE: draws the line each second until it is killed, or this shell has gone. The compiler and the
# runner of tests write places such as [12/345] to the file.
show_progress() {
    local began=$SECONDS place
    while sleep 1 && kill -0 $$ 2>/dev/null; do
        place=$(tail -c 4000 "$2" | grep -oE '\[[0-9]+/[0-9]+\]' | tail -n 1) || true
        printf '\r\e[K%-8s %-48s %4d s  %s' 'running' "$1" $((SECONDS - began)) "$place" >&2
    done
}

# logged NAME FILE COMMAND...: runs the command with all that it prints in the file; on a terminal shows how far it is.
logged() {
    local name=$1 file=$2 status=0 ticker=
    shift 2
    : >"$file"
    if [[ -t 2 ]]; then
        show_progress "$name" "$file" &
        ticker=$!
    fi
    "$@" </dev/null >"$file" 2>&1 || status=$?
    if [[ -n $ticker ]]; then
        kill "$ticker" 2>/dev/null || true
        wait "$ticker" 2>/dev/null || true
        printf '\r\e[K' >&2
    fi
    return "$status"
}
