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
    complaints=$(systemd-analyze "$1" verify --man=no "$2" 2>&1 | grep phlist || true)
    [ -z "$complaints" ] && return
    echo "systemd.sh: $3:" >&2
    echo "$complaints" >&2
    exit 1
}

for who in system user; do
    for unit in systemd/"$who"/*; do stand_in "$unit" "$who"; done
    # A manager of a user keeps its files where this names.
    for unit in systemd/"$who"/*; do
        XDG_RUNTIME_DIR=$scratch verify --$who "$scratch/$who/${unit##*/}" "$unit"
    done
done

# A mistake that verify must find, so that silence means something.
sed 's/^Type=notify/Type=notifying/' systemd/system/phlistd.service > "$scratch/phlistd.service"
if (verify --system "$scratch/phlistd.service" "a broken unit") 2> /dev/null; then
    echo "systemd.sh: systemd-analyze verify does not see a wrong Type=" >&2
    exit 1
fi

for unit in systemd/system/*.service; do
    if ! report=$(systemd-analyze security --offline=true --no-pager --threshold=$exposure_max \
        "$scratch/system/${unit##*/}" 2>&1); then
        echo "$report" | grep -v '^✓' >&2
        echo "systemd.sh: $unit is more exposed than $exposure_max tenths" >&2
        exit 1
    fi
    echo "$report" | tail -1
done

# Each option has its reason: a comment stands above it, or above others of its paragraph that it belongs to.
for unit in systemd/*/*.service; do
    if ! awk -v unit="$unit" '
        /^\[/ { on = $0 == "[Service]"; given = 0; next }
        /^$/ { given = 0; next }
        /^#/ { given = 1; next }
        on && !given { print unit ": no reason is given for " $0; bad = 1 }
        END { exit bad }' "$unit" >&2; then exit 1; fi
done
