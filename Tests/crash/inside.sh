#!/bin/bash
# Runs one scenario inside the namespaces that crash.sh made.
# usage: inside.sh SCRATCH SCENARIO SEED short|long
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$1
form=$4
# shellcheck source=../support/daemon.sh
source "$root/Tests/support/daemon.sh"
# shellcheck source=disks.sh
source "$root/Tests/crash/disks.sh"
# shellcheck source=load.sh
source "$root/Tests/crash/load.sh"
# shellcheck source=faults.sh
source "$root/Tests/crash/faults.sh"

enter_sandbox "$scratch"
RANDOM=$3
PS4='+ $EPOCHREALTIME '
set -x
# shellcheck source=/dev/null
source "$root/Tests/crash/scenarios/$2.sh"
