#!/bin/bash
# Checks the systemd units: nothing to complain about, and the system unit's exposure is at most 1.5.
# usage: Tests/systemd.sh [PHLISTD]     the binary that stands in for the installed one; default: the built one
set -euo pipefail
cd "$(dirname "$0")/.."

exposure_max=15 # tenths
binary=${1:-.build/debug/phlistd}
[ -x "$binary" ] || { echo "systemd.sh: no $binary; build it first: swift build" >&2; exit 69; }
binary=$(readlink -f "$binary")
client=$(dirname "$binary")/phlistctl
[ -x "$client" ] || { echo "systemd.sh: no $client; build it first: swift build" >&2; exit 69; }
command -v systemd-analyze > /dev/null || { echo "systemd.sh: systemd-analyze is missing (package systemd)" >&2; exit 69; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The units name the installed binary; verify wants one that exists. $1 is the unit, $2 a directory for its copy.
stand_in() {
    mkdir -p "$scratch/$2"
    sed "s|/usr/local/bin/phlistd|$binary|; s|/usr/local/bin/phlistctl|$client|" "$1" > "$scratch/$2/${1##*/}"
}

# verify also complains about units of the host that ours refers to, and returns 0 for mistakes: read what it says of ours.
verify() {
    complaints=$(systemd-analyze "$1" verify --man=no "$2" 2>&1 | grep -E "phlistd|phlist-check|phlist-notify" || true)
    [ -z "$complaints" ] && return
    echo "systemd.sh: $3:" >&2
    echo "$complaints" >&2
    exit 1
}

stand_in systemd/system/phlistd.service system
stand_in systemd/user/phlistd.service user
verify --system "$scratch/system/phlistd.service" systemd/system/phlistd.service
# A manager of a user keeps its files where this names.
XDG_RUNTIME_DIR=$scratch verify --user "$scratch/user/phlistd.service" systemd/user/phlistd.service
stand_in systemd/user/phlist-notify.service user
XDG_RUNTIME_DIR=$scratch verify --user "$scratch/user/phlist-notify.service" systemd/user/phlist-notify.service
for who in system user; do
    for unit in phlist-check.service phlist-check.timer; do stand_in "systemd/$who/$unit" "$who"; done
    for unit in phlist-check.service phlist-check.timer; do
        XDG_RUNTIME_DIR=$scratch verify --$who "$scratch/$who/$unit" "systemd/$who/$unit"
    done
done

# A mistake that verify must find, so that silence means something.
sed 's/^Type=notify/Type=notifying/' systemd/system/phlistd.service > "$scratch/phlistd.service"
if (verify --system "$scratch/phlistd.service" "a broken unit") 2> /dev/null; then
    echo "systemd.sh: systemd-analyze verify does not see a wrong Type=" >&2
    exit 1
fi

if ! report=$(systemd-analyze security --offline=true --no-pager --threshold=$exposure_max "$scratch/system/phlistd.service" 2>&1); then
    echo "$report" | grep -v '^✓' >&2
    echo "systemd.sh: systemd/system/phlistd.service is more exposed than $exposure_max tenths" >&2
    exit 1
fi
echo "$report" | tail -1
