# shellcheck shell=bash disable=SC2154
# Five hundred connections that say nothing and five hundred that say nonsense, from two hundred addresses: a tick
# arrives all the time, memory stays small, and nothing of them is left when they have gone.
two_paired_hosts
add_host eve
cd "$scratch/eve"
port=$(ask ann --json status | json_field port)
expect_same ann ben

number_of_files() {
    find "/proc/${daemon_on[ann]}/fd" -mindepth 1 | wc -l
}

# connect NETWORK COMMAND: five hundred connections, five from each of a hundred addresses of the network.
# shellcheck disable=SC2016
connect() {
    on eve bash -c 'for network in {1..100}; do
            ip address add "10.78.$1.$network/32" dev eth0; ip route replace "$2/32" dev eth0 src "10.78.$1.$network"
            for i in {1..5}; do
                exec {file}<>"/dev/tcp/$2/$3" && eval "$4" >&"$file" || :
            done
        done 2>/dev/null; echo all; until [[ -e "$5" ]]; do sleep 0.1; done' \
        - "$1" "$(address_of ann)" "$port" "$2" "$scratch/eve/stop" >"$1" 2>&1
}

ip -n ann route add 10.78.0.0/16 dev eth0
on eve ip route add default dev eth0 || true
before=$(number_of_files)
refused_before=$(refusals ann)
connect 1 : &
floods=($!)
connect 2 'head -c 3000 /dev/urandom' &
floods+=($!)

slowest=0
for number in {1..20}; do
    began=${EPOCHREALTIME/./}
    ask ann add Groceries "item $number" >/dev/null
    wait_until 5 "item $number is on ben" has_item ben "item $number"
    took=$(((${EPOCHREALTIME/./} - began) / 1000))
    ((took <= slowest)) || slowest=$took
    sleep 0.1
done
wait_until 60 'the silent ones are all there' grep all 1
wait_until 60 'the talkative ones are all there' grep all 2
memory=$(sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/${daemon_on[ann]}/status")
((memory < 262144)) || say_failure "ann took $memory kB"

touch stop
wait "${floods[@]}"
is_as_before() {
    (($(number_of_files) <= before))
}
no_connection_is_left() {
    ! on ann ss -Htn "sport = :$port" | grep -v TIME-WAIT | grep -F 10.78.
}
wait_until 20 'ann has no file open more than before' is_as_before
wait_until 20 'no connection of eve is left' no_connection_is_left
has_refused_900() {
    (($(refusals ann) - refused_before >= 900))
}
wait_until 20 'ann has told of 900 that she refused' has_refused_900
lines=$(grep -c ' refused ' "$scratch/ann/log")
((lines < 200)) || say_failure "$lines lines about who was refused"
refused=$(($(refusals ann) - refused_before))
echo "count: $refused connections refused, slowest of 20 ticks $slowest ms, at most $((memory / 1024)) MiB, and then no more than the $before files that were open before"
