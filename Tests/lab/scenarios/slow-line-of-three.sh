# shellcheck shell=bash disable=SC2154
# long: 300
# Ann and Carl cannot see each other, Ben sees both, over cables that take 200 ms in either direction and then lose a
# fifth of all packets, discovery included: what one writes reaches the other through him, only later.
line_of_three
delay_cable ann br0 200
delay_cable carl br1 200
household_of_three
for host in ann ben carl; do lose_packets "$host" 0.2; done

for number in {1..10}; do
    for host in ann ben carl; do ask "$host" -q add Groceries "item $number of $host"; done
done
wait_until 100 'what ann wrote last is on carl' has_item carl 'item 10 of ann'
wait_until 100 'what carl wrote last is on ann' has_item ann 'item 10 of carl'
kill_daemon ben
run_daemon ben
ask ann -q add Groceries 'after the restart'
wait_until 100 'what ann wrote while ben was starting is on carl' has_item carl 'after the restart'
for host in ben carl; do wait_until 100 "ann and $host hold the same" same ann "$host"; done
is_connected_to ann carl && say_failure 'ann sees carl'

# round_trip HOST: the shortest that the kernel has measured on a connection of the host, in milliseconds.
round_trip() {
    on "$1" ss -Htin state established | grep -o 'minrtt:[0-9]*' | cut -d : -f 2 | sort -n | head -n 1
}
for host in ann carl; do
    (($(round_trip "$host") >= 400)) || say_failure "a round trip from $host takes only $(round_trip "$host") ms"
done
echo "count: round trips of $(round_trip ann) and $(round_trip carl) ms, $(lost_packets ben) packets to ben lost"
