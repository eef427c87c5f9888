# shellcheck shell=bash disable=SC2154
# Machines with a real systemd: Debian 12 in systemd-nspawn, on a network of their own. Sourced by boot.sh, which sets
# `root` and `scratch`.

network=phlist-boot-$$
declare -A leaders=() # the process of each machine's systemd, as this machine counts
declare -A nspawns=()
guest_packages=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,avahi-daemon,iproute2,sudo
# What the package needs and a base system lacks: fetched here, because the machines have no network but their own.
needed_packages=(libsodium23 libavahi-compat-libdnssd1 libavahi-common3)

# Makes a Debian 12 root once; .build keeps it.
make_base() {
    base=$root/.build/boot/debian
    [[ -e $base/.complete ]] && return
    echo 'making a Debian 12 root; it takes a minute' >&2
    rm -rf "$base"
    mkdir -p "$base"
    debootstrap --variant=minbase --include="$guest_packages" bookworm "$base" >"$scratch/debootstrap.log" 2>&1 ||
        { tail -n 20 "$scratch/debootstrap.log" >&2; return 1; }
    chroot "$base" apt-get install -qq -y --download-only "${needed_packages[@]}" >>"$scratch/debootstrap.log" 2>&1
    # The person who types the commands agrees.
    echo 'APT::Get::Assume-Yes "true";' >"$base/etc/apt/apt.conf.d/yes"
    echo 'ALL ALL=(ALL) NOPASSWD: ALL' >"$base/etc/sudoers.d/all"
    touch "$base/.complete"
}

make_network() {
    ip netns add "$network"
    ip -n "$network" link add br0 type bridge
    ip -n "$network" link set br0 up
}

# make_machine NAME: a root of its own, with a person who may use sudo.
make_machine() {
    cp -a --reflink=auto "$base" "$scratch/$1"
    echo "$1" >"$scratch/$1/etc/hostname"
    printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$1" >"$scratch/$1/etc/hosts"
    chroot "$scratch/$1" useradd --create-home --shell /bin/bash ann
}

# boot NAME ADDRESS: starts it, and waits until its systemd has started all that it was told to.
boot() {
    # Not `ip netns exec`: it hides /sys/fs/cgroup.
    nsenter --net="/run/netns/$network" systemd-nspawn --quiet --directory="$scratch/$1" --hostname="$1" --register=no \
        --keep-unit --network-bridge=br0 --boot </dev/null >>"$scratch/$1.console" 2>&1 &
    nspawns[$1]=$!
    wait_until 30 "systemd of $1 starts" has_systemd "$1" || fail "$1 does not boot: $(tail -n 5 "$scratch/$1.console")"
    leaders[$1]=$(pgrep -P "${nspawns[$1]}" | head -n 1)
    wait_until 60 "$1 has booted" has_booted "$1" || fail "$1 does not come up: $(tail -n 5 "$scratch/$1.console")"
    inside "$1" ip address add "$2/24" dev host0
    inside "$1" ip link set host0 up
}

has_systemd() {
    local leader
    leader=$(pgrep -P "${nspawns[$1]}" | head -n 1) && [[ -n $leader ]] &&
        nsenter -t "$leader" -a test -S /run/systemd/private
}

has_booted() {
    [[ $(inside "$1" systemctl is-system-running) == @(running|degraded) ]]
}

# inside NAME COMMAND...: runs a command on the machine, as root.
inside() {
    local machine=$1
    shift
    nsenter -t "${leaders[$machine]}" -a env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# as_ann NAME LINE: runs a line of shell in a login session of the person on the machine.
as_ann() {
    inside "$1" systemd-run --quiet --collect --pipe --wait --uid=ann -p PAMName=login -p WorkingDirectory=/home/ann \
        --setenv=DEBIAN_FRONTEND=noninteractive /bin/bash -lc "$2"
}

# power_off NAME: as its button does.
power_off() {
    inside "$1" systemctl poweroff || true
    wait "${nspawns[$1]}" || true
    unset "nspawns[$1]"
}

# cut_power NAME: every process of the machine is gone at once; what its kernel has kept for the disk stays.
cut_power() {
    kill -KILL "${leaders[$1]}" "${nspawns[$1]}" 2>/dev/null || true
    wait "${nspawns[$1]}" 2>/dev/null || true
    wait_until 10 "no process of $1 is left" is_gone "${leaders[$1]}" || true
    ip -n "$network" link delete "vb-$1" 2>/dev/null || true
    unset "nspawns[$1]"
}

stop_machines() {
    local name
    for name in "${!nspawns[@]}"; do cut_power "$name"; done
    ip netns delete "$network" 2>/dev/null || true
}
