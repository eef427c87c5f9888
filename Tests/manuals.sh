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
complaints=$(groff -mdoc -Tutf8 -ww -z "$1"/*.[18] 2>&1) || true
[[ -z $complaints ]] || { echo "$complaints"; exit 1; }
for page in phlistctl.1 phlistctl-add.1 phlistctl-list-new.1 phlistd.8; do
    [[ -s $1/$page ]] || { echo "no page $page"; exit 1; }
done
