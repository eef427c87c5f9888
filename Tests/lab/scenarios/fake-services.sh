# shellcheck shell=bash disable=SC2154
# A machine that does not belong here announces four hundred services that look like ours: none of them is dialled, two
# that belong together go on, and whoever was away is found again while it goes on.
two_paired_hosts
add_host eve
count=400
port=7460

# fake NUMBER: what avahi announces by itself.
fake() {
    cat <<END
<service-group><name>phlist-$(printf %032x "$1")</name><service><type>_phlist._tcp</type><port>$port</port>
<txt-record>v=2</txt-record><txt-record>t=$(printf %064d "$1")</txt-record></service></service-group>
END
}
fakes=/etc/avahi/services
on eve mount -t tmpfs tmpfs "$fakes"
mkdir "$scratch/eve/fakes"
for ((number = 1; number <= count; number++)); do fake "$number" >"$scratch/eve/fakes/$number.service"; done
on eve iptables -A INPUT -p tcp --dport "$port" -j DROP
start_discovery eve
# It takes its own name first: with all these to announce that would wait its turn.
on eve cp -r "$scratch/eve/fakes/." "$fakes"
kill -HUP "${avahi_pid[eve]}"

sees_many() {
    (($(on ann avahi-browse --parsable --terminate _phlist._tcp | grep -c phlist-0000) >= count / 2))
}
wait_until 60 'ann could see the fakes' sees_many
for number in {1..5}; do
    ask ann add Groceries "item $number" >/dev/null
    wait_until 3 "item $number is on ben" has_item ben "item $number"
done
# Who has no connection looks around, and meets nothing but fakes.
kill_daemon ben
kill_daemon ann
run_daemon ann
sleep 5
dialled=$(lost_packets eve)
((dialled == 0)) || say_failure "eve was dialled $dialled times"
memory=$(sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/${daemon_on[ann]}/status")
((memory < 262144)) || say_failure "ann took $memory kB"

# Ben comes back, at a place that ann does not know, while the flood goes on; avahi tells of him once.
run_daemon ben --port 0
ask ben add Groceries 'back again'
wait_until 20 'ann and ben find each other while eve goes on' has_item ann 'back again'
kill -0 "${avahi_pid[eve]}"
echo "count: $count fake services, none dialled, at most $((memory / 1024)) MiB"
