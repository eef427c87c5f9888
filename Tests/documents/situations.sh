# shellcheck shell=bash disable=SC2034,SC2154
# The situations of the pages, by their names there; sourced by inside.sh.

in_nothing_runs() {
    machine ann
}

in_root_asks() {
    machine ann
    run_phlistd ann --no-discovery
}

# The system service of this machine, for others than the person: the directory of its socket is not theirs to enter.
in_no_permission() {
    machine ann
    on ann mkdir /run/phlist
    run_phlistd_of ann /run/system-state /run/phlist/control.sock --no-discovery
    on ann chmod 0000 /run/phlist
}

in_wrong_setting() {
    machine ann
    on ann bash -c "echo 'port: many' >$(home_of ann)/.config/phlist/phlist.yaml"
}

# Both announce themselves, and neither hears the other.
in_not_found() {
    local name
    for name in ann ben; do
        machine "$name"
        on "$name" iptables -A INPUT ! -i lo -p udp --dport 5353 -j DROP
        on "$name" ip6tables -A INPUT ! -i lo -p udp --dport 5353 -j DROP
        start_discovery "$name"
        run_phlistd "$name"
    done
    show_code ann
}

two_strangers() {
    local name
    for name in ann ben; do
        machine "$name"
        run_phlistd "$name" --no-discovery
    done
}

# Ben has joined, and the firewalls let nothing through but the pairing.
in_joined_alone() {
    local name
    two_strangers
    for name in ann ben; do close_ports "$name" 7454; done
    show_code ann
    as_person ben "phlistctl -q join --host $(address_of ann)" <<<"$typed" || true
    typed=''
}

in_already_paired() {
    household ann ben
    typed=000005724
}

# Both have got other addresses, and cannot tell each other.
in_moved() {
    household ann ben
    stop_phlistd ann
    stop_phlistd ben
    move_host ann 10.77.0.11
    move_host ben 10.77.0.12
    run_phlistd ann --no-discovery
    run_phlistd ben --no-discovery
}

in_not_a_member() {
    household ann ben
    as_person ann 'phlistctl -q list new Diary --private'
}

# One device, one login, two people.
in_shared_device() {
    household ann
    as_person ann 'phlistctl -q member add ben; phlistctl -q device share ann ben --yes'
    as_person ann 'phlistctl -q list new Diary --private; phlistctl -q member me ben'
}

# The middle of the log of ben is something else, and ann is off.
in_damaged_store() {
    household ann ben
    fill_and_damage ben
    stop_phlistd ann
}

fill_and_damage() {
    local number
    for number in {1..9}; do as_person "$1" "phlistctl -q add Groceries thing$number"; done
    as_person "$1" 'phlistctl -q sync --wait'
    stop_phlistd "$1"
    damage "$(state_of "$1")/phlist.log"
}

damage() {
    on ben bash -c "printf 'X%.0s' {1..40} | dd of=$1 bs=1 seek=\$((\$(stat -c %s $1) * 3 / 4)) conv=notrunc status=none"
}

# The store as a phlist writes it whose format has the next major version.
in_later_store() {
    in_root_asks
    as_person ann 'phlistctl -q add milk'
    stop_phlistd ann
    set_version "$(state_of ann)/phlist.log" 3
}

# set_version LOG MAJOR: puts another major version into the header, which docs/store.md describes, and its checksum.
set_version() {
    local header=$scratch/header
    on ann head -c 60 "$1" >"$header"
    # shellcheck disable=SC2059 # the escape is the byte
    printf "\\$2" | dd of="$header" bs=1 seek=8 conv=notrunc status=none
    { cat "$header"; crc32c "$header"; } | on ann dd of="$1" conv=notrunc status=none
}

# crc32c FILE: its CRC-32C as four bytes, the lowest first.
crc32c() {
    local byte crc=$((0xFFFFFFFF)) bit
    for byte in $(od -An -v -tu1 "$1"); do
        ((crc ^= byte))
        for bit in {1..8}; do ((crc = crc & 1 ? crc >> 1 ^ 0x82F63B78 : crc >> 1)); done
    done
    ((crc ^= 0xFFFFFFFF))
    # shellcheck disable=SC2059 # the escapes are the bytes
    printf "$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $((crc & 255)) $((crc >> 8 & 255)) $((crc >> 16 & 255)) $((crc >> 24)))"
}

in_lost_laptop() {
    household ann ben
}

in_no_vips() {
    machine ann
    # The daemon's own mounts, in which nothing is installed.
    # shellcheck disable=SC2016 # for the shell there
    phlistd=(unshare -m sh -c 'mount -t tmpfs tmpfs /usr/bin && exec "$0" "$@"' "$bin/phlistd")
    run_phlistd ann --no-discovery
    as_person ann 'phlistctl -q list new Groceries; phlistctl -q add Groceries milk'
    cp "$root/docs/phones/phone-list-light.png" "$scratch/milk.png"
    on ann cp "$scratch/milk.png" "$(home_of ann)/milk.png"
}

in_no_desktop() {
    household ann
    as_person ann 'phlistctl -q add Groceries bread --due 2030-04-20 --remind "1 day before"'
}

# As many oddities as one machine can have: the system service has the port, nothing runs that discovery needs.
in_much_to_say() {
    machine ann
    on ann mkdir -p /run/phlist /run/systemd/system
    run_phlistd_of ann /run/system-state /run/phlist/control.sock --no-discovery
    run_phlistd ann
}

# Two of three tries are spent.
in_code_refused() {
    local try
    two_strangers
    show_code ann
    typed=000005724 # its check digit is right
    for try in 1 2; do as_person ben "phlistctl -q join --host $(address_of ann)" <<<"$typed" || true; done
}

# Both begin anew behind firewalls, so neither has a connection of before; cleo is a stranger.
in_firewall() {
    local name
    household ann ben
    for name in ann ben; do stop_phlistd "$name"; done
    for name in ann ben; do close_ports "$name" 7454 7455; done
    for name in ann ben; do run_phlistd "$name" --no-discovery; done
    machine cleo
    run_phlistd cleo --no-discovery
    show_code ann
}

in_full_disk() {
    local size
    machine ann
    on ann mkdir -p "$(state_of ann)"
    on ann mount -t tmpfs -o size=16m,mode=0700 tmpfs "$(state_of ann)"
    run_phlistd ann --no-discovery
    as_person ann 'phlistctl -q list new Groceries'
    on ann bash -c "head -c 32M /dev/zero >$(state_of ann)/videos" 2>/dev/null || true
    for size in 1000 300 100 30 1; do
        while as_person ann "phlistctl -q add Groceries $(printf "%0${size}d" 0)" 2>/dev/null; do :; done
    done
}

# The log of ben has lost something of its middle, and ann, who has all, is off.
in_degraded() {
    in_damaged_store
    run_phlistd ben --no-discovery
}

# Of a log that is destroyed a backup is left.
in_not_a_log() {
    household ann
    as_person ann 'phlistctl -q backup kept'
    stop_phlistd ann
    on ann dd if=/dev/zero of="$(state_of ann)/phlist.log" bs=64 count=1 conv=notrunc status=none
}

in_phone_page() {
    household ann
}

# The phlistd of ben calls itself a later version, and its clock is fast.
in_other_clock_and_version() {
    machine ann
    run_phlistd ann --no-discovery
    LC_ALL=C sed 's/0\.2\.0-dev/0.3.0-dev/g' "$bin/phlistd" >"$scratch/phlistd"
    chmod +x "$scratch/phlistd"
    "$(command -v cc || command -v clang)" -shared -fPIC -O1 -o "$scratch/clock.so" "$root/Tests/documents/clock.c" -ldl
    machine ben
    phlistd=(env LD_PRELOAD="$scratch/clock.so" "$scratch/phlistd")
    run_phlistd ben --no-discovery
    join ann ben
}

in_before_upgrade() {
    household ann
}

in_leaving() {
    household ann ben
}

# A store of the version before the one that is read.
in_earlier_store() {
    in_root_asks
    stop_phlistd ann
    set_version "$(state_of ann)/phlist.log" 1
}

# Ann and Ben rename one item while they do not see each other.
in_two_edits() {
    household ann ben
    stop_phlistd ben
    as_person ann 'phlistctl -q edit milk --title "oat milk"'
    stop_phlistd ann
    run_phlistd ben --no-discovery
    as_person ben 'phlistctl -q edit milk --title "soy milk"'
    run_phlistd ann --no-discovery
    as_person ben 'phlistctl -q sync --wait'
}
