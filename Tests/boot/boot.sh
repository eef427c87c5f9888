#!/bin/bash
# Installs the package on two Debian 12 machines with systemd as process 1, by the commands of docs/install.md: a laptop
# where phlistd runs for a person, and a NAS where it runs for the machine. Then upgrades, kills, power cuts, purging.
# usage: Tests/boot/boot.sh     (./dev boot; needs root, the packages that ./dev boot installs, and what ./dev deb has made)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../support/daemon.sh
source "$root/Tests/support/daemon.sh"
# shellcheck source=machines.sh
source "$root/Tests/boot/machines.sh"

began=${EPOCHREALTIME/./}
# said TEXT: what was shown, and when.
said() {
    printf 'ok %6d ms  %s\n' $(((${EPOCHREALTIME/./} - began) / 1000)) "$1"
}

# fail TEXT...: what the machines say of it, then the end.
fail() {
    printf 'not ok: %s\n' "$*" >&2
    local name
    for name in "${!nspawns[@]}"; do
        echo "-- journal of $name" >&2
        inside "$name" journalctl --no-pager -n 40 >&2 || true
    done
    exit 1
}

# says TEXT COMMAND...: the command succeeds, and its output has the text.
says() {
    local text=$1 output
    shift
    output=$("$@" 2>&1) || fail "status $? from: $*: $output"
    [[ $output == *"$text"* ]] || fail "expected \"$text\" from: $*; got: $output"
}

# commands_of SECTION NUMBER: the lines of a block of commands in docs/install.md.
commands_of() {
    awk -v section="## $1" -v wanted="$2" -v version="$version" -v architecture="$architecture" '
        /^## / { on = $0 == section; block = 0; open = 0; next }
        on && /^```/ { open = !open; block += open; next }
        on && open && block == wanted { gsub(/VERSION/, version); gsub(/amd64/, architecture); print }' \
        "$root/docs/install.md"
}

# follow MACHINE SECTION NUMBER: types the commands, but for the last one, which the caller has to answer.
follow() {
    local line lines
    mapfile -t lines < <(commands_of "$2" "$3")
    ((${#lines[@]} == 3)) || fail "\"$2\" takes ${#lines[@]} commands, not three"
    for line in "${lines[@]:0:2}"; do
        printf '   %s$ %s\n' "$1" "$line"
        as_ann "$1" "$line" >>"$scratch/$1.typed" 2>&1 || { cat "$scratch/$1.typed" >&2; fail "$1: $line"; }
    done
    last=${lines[2]}
    printf '   %s$ %s\n' "$1" "$last"
}

# --- the package

find_package() {
    architecture=$(dpkg --print-architecture)
    package=$(find "$root/.build/deb" -maxdepth 1 -name "phlist_*_$architecture.deb" 2>/dev/null | head -n 1)
    [[ -n $package ]] || { echo 'boot.sh: no package in .build/deb; make it first: ./dev deb' >&2; exit 69; }
    version=$(dpkg-deb --field "$package" Version)
}

# The same package as of a later version.
make_higher() {
    higher=$scratch/phlist_higher.deb
    dpkg-deb --raw-extract "$package" "$scratch/higher"
    sed -i "s/^Version: .*/Version: $version+1/" "$scratch/higher/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -z1 --build "$scratch/higher" "$higher" >/dev/null
    rm -rf "$scratch/higher"
}

# --- what is shown

from_nothing_to_the_first_item() {
    local code started=${EPOCHREALTIME/./} last
    cp "$package" "$scratch/laptop/home/ann/phlist_${version}_$architecture.deb"
    cp "$package" "$scratch/nas/home/ann/phlist_${version}_$architecture.deb"
    # The person stays logged in on the laptop.
    inside laptop systemd-run --quiet --unit=login --uid=ann -p PAMName=login sleep infinity
    follow laptop 'A laptop' 1
    as_ann laptop "$last --json --as ann" </dev/null >"$scratch/pair.json" 2>"$scratch/pair.err" &
    pair_pid=$!
    wait_until 20 'phlistctl pair shows a code' grep -q '"code"' "$scratch/pair.json" || fail "$(cat "$scratch/pair.err")"
    code=$(json_field code <"$scratch/pair.json")
    follow nas 'A NAS or another machine that is always on' 1
    as_ann nas "$last" <<<"$code" >"$scratch/join.out" 2>&1 || fail "join: $(cat "$scratch/join.out")"
    wait "$pair_pid" || fail "pair: $(cat "$scratch/pair.err")"
    as_ann laptop 'phlistctl add milk' >/dev/null
    wait_until 20 'the milk is on the NAS' has_item nas milk || fail 'the milk is not on the NAS'
    said "three commands on each machine, $(((${EPOCHREALTIME/./} - started) / 1000)) ms from nothing to the first synced item"
}

has_item() {
    inside "$1" phlistctl ls --plain | grep -q "$2"
}

laptop_has_item() {
    as_ann laptop 'phlistctl ls --plain' | grep -q "$1"
}

nothing_runs_unasked() {
    says inactive inside laptop sh -c 'systemctl is-active phlistd || true'
    says 'no' inside laptop sh -c 'test -e /run/phlist || echo no'
    says active as_ann laptop 'systemctl --user is-active phlistd'
    said 'installing starts nothing: on the laptop only the service of the person runs'
}

journal_is_quiet() {
    local loud
    loud=$(inside nas journalctl --quiet --no-pager -u phlistd -p warning)$(
        inside nas journalctl --quiet --no-pager -u phlistd | grep -i 'thread priority' || true)
    [[ -z $loud ]] || fail "the journal of phlistd: $loud"
    said 'the journal of the service has no warning, and none about thread priorities'
}

journal_has_fields() {
    says '"PHLIST_' inside nas journalctl --quiet --no-pager -u phlistd -o json
    said "the journal has fields: $(inside nas journalctl --fields | grep '^PHLIST_' | sort | paste -sd ' ')"
}

exposure_is_small() {
    local report
    report=$(inside nas systemd-analyze security --no-pager --threshold=15 phlistd) || fail "$report"
    said "systemd-analyze security: $(tail -n 1 <<<"$report" | grep -o '[0-9]\.[0-9]')"
}

configuration_is_written() {
    says 'photos is now recent' inside nas phlistctl config set photos recent
    says 'phlist' inside nas stat -c %U /etc/phlist/phlist.yaml
    inside nas systemctl restart phlistd
    says recent inside nas phlistctl config get photos
    says 'port is now 7999' inside nas phlistctl config set port 7999 -n
    said 'config set works on the system service, and stays over a restart'
}

group_opens_the_socket() {
    local status=0
    as_ann nas 'phlistctl ls' >"$scratch/refused" 2>&1 || status=$?
    ((status != 0)) || fail 'somebody outside of the group phlist uses the lists'
    inside nas usermod --append --groups phlist ann
    says milk as_ann nas 'phlistctl ls'
    said "outside of the group phlist: \"$(head -n 1 "$scratch/refused")\"; in it, the lists"
}

# is_new NAME PID: phlistd runs as another process than before.
is_new() {
    local now
    now=$(inside nas systemctl show -P MainPID phlistd)
    ((now != $1 && now != 0)) && inside nas phlistctl status >/dev/null
}

kill_is_survived() {
    local before
    before=$(inside nas systemctl show -P MainPID phlistd)
    inside nas systemctl kill --signal=KILL phlistd
    wait_until 20 'phlistd is started again' is_new "$before" || fail 'phlistd is not started again'
    has_item nas milk || fail 'the milk is gone'
    said 'killed: started again, the lists are there'
    before=$(inside nas systemctl show -P MainPID phlistd)
    inside nas systemctl kill --signal=STOP phlistd
    wait_until 120 'the watchdog starts phlistd again' is_new "$before" || fail 'the watchdog does not act'
    said 'stood still: the watchdog started it again'
}

upgrade_restarts() {
    local before
    before=$(inside nas systemctl show -P MainPID phlistd)
    before_laptop=$(as_ann laptop 'systemctl --user show -P MainPID phlistd')
    for name in nas laptop; do
        cp "$higher" "$scratch/$name/srv/higher.deb"
        inside "$name" apt-get install -y /srv/higher.deb >"$scratch/upgrade" 2>&1 || fail "$(cat "$scratch/upgrade")"
        says "$version+1" inside "$name" dpkg-query -W phlist
    done
    wait_until 20 'phlistd of the NAS is another one' is_new "$before" || fail 'the upgrade does not restart the service'
    wait_until 20 'phlistd of the laptop is another one' laptop_is_new "$before_laptop" || fail 'the laptop has the old one'
    has_item nas milk || fail 'the milk is gone'
    as_ann laptop 'phlistctl add bread' >/dev/null
    wait_until 30 'the bread is on the NAS' has_item nas bread || fail 'the bread is not on the NAS'
    says recent inside nas phlistctl config get photos
    said 'upgraded while it ran: both services were restarted, lists and configuration are there, both still in step'
}

laptop_is_new() {
    local now
    now=$(as_ann laptop 'systemctl --user show -P MainPID phlistd')
    ((now != $1 && now != 0))
}

laptop_is_inactive() {
    ! inside laptop pgrep -x phlistd
}

logout_and_linger() {
    inside laptop systemctl stop login
    wait_until 60 'phlistd ends with the last session' laptop_has_ended || fail 'phlistd runs on without a session'
    inside laptop loginctl enable-linger ann
    wait_until 30 'phlistd runs without a session' laptop_runs || fail 'no phlistd in spite of enable-linger'
    said 'logout ends the phlistd of a person; loginctl enable-linger brings it back, without a login'
}

laptop_has_ended() {
    [[ -z $(inside laptop systemctl --quiet --no-legend list-units --state=active 'user@*') ]]
}

laptop_runs() {
    inside laptop test -S "/run/user/$(inside laptop id -u ann)/phlist/control.sock"
}

power_cut_is_survived() {
    inside nas phlistctl -q add butter >/dev/null
    cut_power nas
    cut_power laptop
    boot nas 10.77.0.2
    boot laptop 10.77.0.1
    wait_until 30 'phlistd of the NAS answers' inside nas phlistctl status || fail 'phlistd did not start with the NAS'
    wait_until 30 'phlistd of the laptop answers' laptop_runs || fail 'phlistd did not start with the laptop'
    has_item nas butter || fail 'what was added before the power cut is gone'
    wait_until 60 'the butter is on the laptop' laptop_has_item butter || fail 'the two are not in step after the power cut'
    said 'power cut on both: they start by themselves, nothing is lost, and they are in step'
}

removal_and_purge() {
    inside nas apt-get remove -y phlist >"$scratch/remove" 2>&1 || fail "$(cat "$scratch/remove")"
    ! inside nas sh -c 'ls /proc/*/exe -l 2>/dev/null | grep -q bin/phlistd' || fail 'phlistd runs on after its removal'
    inside nas test -e /var/lib/phlist/phlist.log || fail 'removal took the lists'
    inside nas apt-get install -y /srv/higher.deb >"$scratch/again" 2>&1 || fail "$(cat "$scratch/again")"
    inside nas systemctl enable --quiet --now phlistd
    has_item nas butter || fail 'the lists are not there after installing again'
    said 'removed: nothing runs, the lists stay, and are there when it is installed again'
    inside nas apt-get purge -y phlist >"$scratch/purge" 2>&1 || fail "$(cat "$scratch/purge")"
    inside nas test -e /var/lib/phlist/phlist.log || fail 'purging took the lists although nobody said yes'
    inside nas apt-get install -y /srv/higher.deb >"$scratch/again" 2>&1 || fail "$(cat "$scratch/again")"
    inside nas sh -c 'echo "phlist phlist/purge-state boolean true" | debconf-set-selections'
    inside nas apt-get purge -y phlist >"$scratch/purge" 2>&1 || fail "$(cat "$scratch/purge")"
    leftovers nas
    said 'purged: without an answer the lists stay; with yes, nothing is left'
}

leftovers() {
    local found
    found=$(inside "$1" find / -xdev -iname '*phlist*' -not -path '/home/*' -not -path '/var/cache/apt/*' \
        -not -path '/proc/*' -not -path '/srv/*' 2>/dev/null || true)
    found+=$(inside "$1" getent passwd phlist || true)
    # Ann is in it.
    found+=$(inside "$1" getent group phlist || true)
    [[ -z $found ]] || fail "left after purging: $found"
}

scratch=$(mktemp -d "$root/.build/boot.XXXXXX")
trap 'stop_machines; rm -rf "$scratch"' EXIT
find_package
make_base
make_network
make_higher
for name in laptop nas; do make_machine "$name"; done
boot laptop 10.77.0.1
boot nas 10.77.0.2
said 'two machines with Debian 12 have booted'
from_nothing_to_the_first_item
nothing_runs_unasked
journal_is_quiet
journal_has_fields
exposure_is_small
configuration_is_written
group_opens_the_socket
kill_is_survived
upgrade_restarts
logout_and_linger
power_cut_is_survived
removal_and_purge
