#!/bin/bash
# Runs one scenario inside the namespaces that lab.sh made.
# usage: inside.sh SCRATCH SCENARIO
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$1
# shellcheck source=../support/daemon.sh
source "$root/Tests/support/daemon.sh"
# shellcheck source=hosts.sh
source "$root/Tests/lab/hosts.sh"
# shellcheck source=household.sh
source "$root/Tests/lab/household.sh"

enter_sandbox "$scratch"
trap stop_all EXIT
make_network
PS4='+ $EPOCHREALTIME '
set -x
# shellcheck source=/dev/null
source "$root/Tests/lab/scenarios/$2.sh"
