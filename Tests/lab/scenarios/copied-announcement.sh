# shellcheck shell=bash disable=SC2154
# A machine that does not belong here copies what Ben announces, byte by byte, to services of its own: under Ben's name
# while he is away, and under others, at its own address and ports. Ann dials none of them, and finds Ben when he is back.
two_paired_hosts
add_host eve
start_discovery eve

# The line that avahi-browse prints for Ben's announcement, and the bytes of its tags as digits.
announcement_of() {
    on eve timeout 20 avahi-browse --parsable --resolve --terminate _phlist._tcp | grep -a "^=.*;$1;" | head -n 1
}
sees_ben() {
    announcement_of "$(address_of ben)" >"$scratch/eve/line"
    [[ -s $scratch/eve/line ]]
}
hex_of_tags() {
    LC_ALL=C sed 's/ *"v=2" *//; s/^.*"t=\(.*\)"$/\1/' "$1" | LC_ALL=C awk '
        BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i }
        {
            for (i = 1; i <= length($0); i++) {
                byte = substr($0, i, 1)
                if (byte == "\\" && substr($0, i + 1, 3) ~ /^[0-9][0-9][0-9]$/) {
                    printf "%02x", substr($0, i + 1, 3)
                    i += 3
                } else {
                    if (byte == "\\") byte = substr($0, ++i, 1)
                    printf "%02x", code[byte]
                }
            }
        }'
}
wait_until 20 'eve sees ben' sees_ben
name=$(LC_ALL=C cut -d ';' -f 4 "$scratch/eve/line")
tags=$(hex_of_tags "$scratch/eve/line")
[[ ${#tags} -eq 128 ]] || say_failure "the tags of ben are $tags"

# copy NAME PORT
copy() {
    cat <<END
<service-group><name>$1</name><service><type>_phlist._tcp</type><port>$2</port>
<txt-record>v=2</txt-record><txt-record value-format="binary-hex">t=$tags</txt-record></service></service-group>
END
}
kill_daemon ben
kill_daemon ann
fakes=/etc/avahi/services
on eve mount -t tmpfs tmpfs "$fakes"
for port in 7454 2222 80; do on eve iptables -A INPUT -p tcp --dport "$port" -j DROP; done
copy "$name" 7454 >"$scratch/eve/same.service"
copy "${name%?}0" 2222 >"$scratch/eve/near.service"
copy phlist-0123456789abcdef0123456789abcdef 80 >"$scratch/eve/other.service"
on eve cp "$scratch"/eve/{same,near,other}.service "$fakes"
kill -HUP "${avahi_pid[eve]}"
sees_copy() {
    on ann timeout 5 avahi-browse --parsable --resolve --terminate _phlist._tcp |
        grep -a "^=.*;$name;.*;$(address_of eve);7454;" >/dev/null
}
wait_until 30 'ann could see the copy of the announcement' sees_copy

run_daemon ann
sleep 8
dialled=$(lost_packets eve)
((dialled == 0)) || say_failure "eve was dialled $dialled times"
move_host ben 10.77.0.102
run_daemon ben --port 0
ask ben add Groceries 'back again'
wait_until 30 'ann finds ben' has_item ann 'back again'
dialled=$(lost_packets eve)
((dialled == 0)) || say_failure "eve was dialled $dialled times"
