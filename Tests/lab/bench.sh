#!/bin/bash
# Measures synchronisation between three hosts in namespaces, which vanish with it. usage: bench.sh PROGRAMS SCRATCH
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
programs=$1 scratch=$2
if [[ ${3-} != inside ]]; then
    exec unshare -Urnmpf --mount-proc --kill-child bash "$0" "$programs" "$scratch" inside
fi
# shellcheck source=../support/daemon.sh
source "$root/Tests/support/daemon.sh"
# shellcheck source=hosts.sh
source "$root/Tests/lab/hosts.sh"
enter_sandbox "$scratch"
make_network
places=()
for host in ann ben cid; do
    add_host "$host"
    places+=(--host "${host_pid[$host]}:$(address_of "$host")")
done
"$programs/phlist-bench" --programs "$programs" --scratch "$scratch" "${places[@]}" sync
