# shellcheck shell=bash disable=SC2034,SC2154
# Hosts on one bridge, each with its own network, mount and uts namespace, its own /run, dbus-daemon and avahi-daemon.
# They share one pid namespace, so that a daemon's pid is the same inside and outside its host.

declare -A host_pid=() host_number=() host_address=() avahi_pid=()
host_count=0

# make_network: the bridge that all hosts hang on, and user names for dbus and avahi: inside only uid 0 exists.
make_network() {
    mount -t tmpfs tmpfs /run
    mkdir -p /run/netns
    sed -E 's/^(avahi|messagebus):x:[0-9]+:[0-9]+/\1:x:0:0/' /etc/passwd >/run/passwd
    sed -E 's/^(avahi|messagebus|netdev):x:[0-9]+/\1:x:0/' /etc/group >/run/group
    mount --bind /run/passwd /etc/passwd
    mount --bind /run/group /etc/group
    ip link set lo up
    make_bridge br0
}

make_bridge() {
    ip link add "$1" type bridge mcast_snooping 0
    ip link set "$1" up
}

# add_host NAME: a host on the bridge with the address 10.77.0.N, no service running. Its files are in $scratch/NAME.
add_host() {
    local name=$1 number=$((++host_count))
    mkdir -p "$scratch/$name"
    ip netns add "$name"
    ip link add "port-$name" type veth peer name eth0 netns "$name"
    ip link set "port-$name" master br0 up
    ip -n "$name" link set lo up
    host_address[$name]=10.77.0.$number
    ip -n "$name" address add "${host_address[$name]}/24" dev eth0
    ip -n "$name" link set eth0 up
    ip netns exec "$name" unshare -m -u sleep infinity &
    host_number[$name]=$number
    host_pid[$name]=$!
    wait_until 5 "host $name has its own mounts" has_own_mounts "$name"
    on "$name" mount -t tmpfs tmpfs /run
    on "$name" hostname "$name"
}

# The uts namespace is the last one that the holder enters before it sleeps.
has_own_mounts() {
    [[ $(readlink "/proc/${host_pid[$1]}/ns/uts") != $(readlink /proc/self/ns/uts) ]] &&
        [[ $(cat "/proc/${host_pid[$1]}/comm") == sleep ]]
}

# on HOST COMMAND...: runs the command on the host.
on() {
    local host=$1
    shift
    nsenter -t "${host_pid[$host]}" -m -u -n -- "$@"
}

# add_interface HOST BRIDGE NAME NETWORK: another interface of the host, on another bridge, with the address NETWORK.N.
add_interface() {
    ip link add "port-$1-$3" type veth peer name "$3" netns "$1"
    ip link set "port-$1-$3" master "$2" up
    ip -n "$1" address add "$4.${host_number[$1]}/24" dev "$3"
    ip -n "$1" link set "$3" up
}

address_of() {
    printf '%s\n' "${host_address[$1]}"
}

# move_host HOST ADDRESS: what a router does when it gives out another address.
move_host() {
    on "$1" ip -4 address flush dev eth0
    on "$1" ip address add "$2/24" dev eth0
    host_address[$1]=$2
}

# An address that is still probed cannot be used.
has_link_local() {
    on "$1" ip -6 address show dev eth0 scope link -tentative | grep inet6 >/dev/null
}

# start_discovery HOST: dbus-daemon and avahi-daemon, and waits until avahi has taken its name.
start_discovery() {
    on "$1" mkdir -p /run/dbus /run/avahi-daemon
    sed '/<user>/d; /<servicehelper>/d; s,<includedir>system.d,<includedir>/usr/share/dbus-1/system.d,' \
        /usr/share/dbus-1/system.conf >"$scratch/$1/dbus.conf"
    sed "s/^#host-name=.*/host-name=$1/" /etc/avahi/avahi-daemon.conf >"$scratch/$1/avahi.conf"
    on "$1" dbus-daemon --config-file="$scratch/$1/dbus.conf" --address=unix:path=/run/dbus/system_bus_socket \
        --fork --nopidfile
    start_avahi "$1"
}

start_avahi() {
    nsenter -t "${host_pid[$1]}" -m -u -n -- avahi-daemon -f "$scratch/$1/avahi.conf" \
        --no-drop-root --no-chroot --no-rlimits </dev/null >>"$scratch/$1/avahi.log" 2>&1 &
    avahi_pid[$1]=$!
    wait_until 15 "avahi runs on $1" avahi_is_running "$1"
}

# AVAHI_SERVER_RUNNING is 2: the host name was probed and is ours.
avahi_is_running() {
    on "$1" dbus-send --system --print-reply=literal --dest=org.freedesktop.Avahi / \
        org.freedesktop.Avahi.Server.GetState | grep 'int32 2' >/dev/null
}

# kill_avahi HOST: as a crash would.
kill_avahi() {
    kill -KILL "${avahi_pid[$1]}"
    wait "${avahi_pid[$1]}" || true
    on "$1" rm -f /run/avahi-daemon/pid /run/avahi-daemon/socket
}

# sees_service HOST ADDRESS: whether avahi on the host resolves a phlist daemon at the address.
sees_service() {
    on "$1" timeout 5 avahi-browse --parsable --resolve --terminate _phlist._tcp | grep ";$2;" >/dev/null
}

# delay_cable HOST BRIDGE MILLISECONDS: what goes over the host's cable takes so long, in each direction.
delay_cable() {
    [[ -x $scratch/delay ]] || "$(command -v cc || command -v clang)" -std=c17 -Wall -Wextra -Werror -O1 \
        -o "$scratch/delay" "$root/Tests/lab/delay.c"
    ip link add "slow-$1" type veth peer name "wall-$1"
    ip link set "wall-$1" master "$2" up
    ip link set "slow-$1" up
    ip link set "port-$1" nomaster
    "$scratch/delay" "port-$1" "slow-$1" "$3" &
}

# lose_packets HOST SHARE: so many of all packets that come to the host are lost.
lose_packets() {
    local tables
    for tables in iptables ip6tables; do
        on "$1" "$tables" -A INPUT ! -i lo -m statistic --mode random --probability "$2" -j DROP
    done
}

# lost_packets HOST: how many that were.
lost_packets() {
    { on "$1" iptables -L INPUT -v -x -n && on "$1" ip6tables -L INPUT -v -x -n; } |
        awk '$3 == "DROP" { sum += $1 } END { print sum + 0 }'
}

# unplug HOST, plug HOST: pulls the host's cable out of the bridge, and puts it back.
unplug() {
    ip link set "port-$1" down
}

plug() {
    ip link set "port-$1" up
}
