#!/bin/bash
# Every command has a manual page that groff sets without a complaint.
# usage: Tests/manuals.sh DIRECTORY     (for the pages; the programs are built)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=Tests/support/daemon.sh
source Tests/support/daemon.sh
# shellcheck source=Tests/support/manuals.sh
source Tests/support/manuals.sh

write_manuals "$bin" "$1"
complaints=$(groff -mdoc -Tutf8 -ww -z "$1"/*.[18] packaging/man/* 2>&1) || true
[[ -z $complaints ]] || { echo "$complaints"; exit 1; }
for page in phlistctl.1 phlistctl-add.1 phlistctl-list-new.1 phlistd.8; do
    [[ -s $1/$page ]] || { echo "no page $page"; exit 1; }
done
grep -q '^\.Sh FILES' "$1/phlistctl.1" && grep -q '^\.Sh FILES' "$1/phlistd.8" || { echo 'no FILES'; exit 1; }
grep -q 'phlistctl add .*<list>\[/<section>\] <text>' "$1/phlistctl-add.1" || { echo 'the synopsis of add lacks the list'; exit 1; }
# whatis(1) takes a blank for the end of a name.
! grep -q '^\.Nm ".* ' "$1"/*.[18] || { echo 'a name with a blank'; exit 1; }
# The statuses of the errors, as the page about the control API lists them.
statuses=$(sed -n 's/^| `[a-z-]*` | [0-9]* | \([0-9]*\) |.*/\1/p' docs/control-api.md | sort -u)
[[ -n $statuses ]]
for page in "$1"/*.[18]; do
    grep -q '^\.Sh ENVIRONMENT' "$page" || { echo "no ENVIRONMENT in $page"; exit 1; }
    for status in $statuses; do
        grep -q "^\.It $status\$" "$page" || { echo "the exit status $status is not in $page"; exit 1; }
    done
done
