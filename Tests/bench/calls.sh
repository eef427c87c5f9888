#!/bin/bash
# calls.sh DIRECTORY: the system calls of one `phlistctl add` in phlistctl and in phlistd, and how often the request
# goes from one thread of phlistd to another. DIRECTORY holds both programs; needs strace.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=Tests/support/daemon.sh
source "$root/Tests/support/daemon.sh"
bin=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'stop_all; rm -rf "$scratch"' EXIT
enter_sandbox "$scratch"

# traced NAME COMMAND...: runs a command of phlistctl while all threads of phlistd are traced into NAME.
traced() {
    local trace=$scratch/$1
    shift
    strace -f -ttt -o "$trace" -p "$daemon_pid" 2>"$trace.err" &
    local tracer=$!
    wait_until 10 'strace follows phlistd' grep -q attached "$trace.err"
    "$@" >/dev/null
    sleep 0.3 # What phlistd does behind the reply belongs to it.
    kill -INT "$tracer"
    wait "$tracer" || true
}

# changes TRACE: the number of times that a call on the way from accept to the reply is made by another thread than the
# one before, with waits left out, which a thread begins when it has nothing to do.
changes() {
    grep -vE 'futex|epoll_wait|epoll_pwait|clock_nanosleep|resumed|exit_group|sched_yield' "$1" |
        awk '/accept4?\(/ && !seen { seen = 1 } seen { if (last && $1 != last) n++; last = $1 } END { print n + 0 }'
}

start "$scratch" --no-discovery
for item in bread butter eggs; do ctl "$scratch" add "$item" >/dev/null; done
echo "phlistctl add:"
strace -f -c -o "$scratch/client" "$bin/phlistctl" --socket "$scratch/control.sock" add milk >/dev/null
awk 'NR > 2' "$scratch/client"
traced daemon ctl "$scratch" add tea
echo "phlistd, the same request:"
sed -E 's/^[0-9]+ +[0-9.]+ //; s/^<\.\.\. ([a-z0-9_]+) resumed.*//; s/\(.*//' "$scratch/daemon" | grep -E '^[a-z]' | sort | uniq -c | sort -rn
echo "calls of phlistd: $(sed -E 's/^[0-9]+ +[0-9.]+ //' "$scratch/daemon" | grep -cE '^[a-z0-9_]+\(')"
echo "changes of thread: $(changes "$scratch/daemon")"
