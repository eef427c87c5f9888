# shellcheck shell=bash disable=SC2154
# A machine with 125 addresses holds 500 connections to ann, half of them in silence, half after garbage, which it opens
# again and again: what ben adds is with her at once, he gets in when he comes anew, and nothing is left behind.
two_paired_hosts
expect_same ann ben
open_files() {
    find "/proc/${daemon_on[ann]}/fd" -type l | wc -l
}
resident_kilobytes() {
    sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/${daemon_on[ann]}/status"
}
files_before=$(open_files)

add_host eve
for number in {100..224}; do on eve ip address add "10.77.0.$number/24" dev eth0; done
port=$(ask ann --json status | json_field port)
# The source address is that of the route. Silence is renewed every eighth time.
cat >"$scratch/eve/crowd" <<'CROWD'
trap '' PIPE
held=()
for ((number = 0; ; number++)); do
    connection=$((number % 500))
    ((connection % 4)) || ip route replace "$1/32" dev eth0 src "10.77.0.$((100 + connection / 4))"
    ((number % 4000 < 500 || number % 2)) || continue
    [[ -z ${held[connection]-} ]] || exec {held[connection]}>&-
    exec {held[connection]}<>"/dev/tcp/$1/$2" || continue
    ((connection % 2)) || printf '\026\003\001%0200d' "$connection" >&"${held[connection]}"
done
CROWD
nsenter -t "${host_pid[eve]}" -n -- bash "$scratch/eve/crowd" "$(address_of ann)" "$port" >"$scratch/eve/log" 2>&1 &
crowd=$!
has_refused_500() {
    (($(refusals ann) >= 500))
}
wait_until 30 'ann has turned 500 connections away' has_refused_500

slowest=0
for number in {1..20}; do
    ask ben add Groceries "item $number of ben" >/dev/null
    began=${EPOCHREALTIME/./}
    wait_until 10 "item $number of ben is on ann" has_item ann "item $number of ben"
    took=$(((${EPOCHREALTIME/./} - began) / 1000))
    slowest=$((took > slowest ? took : slowest))
done
kill_daemon ben
run_daemon ben
ask ben add Groceries 'back again'
wait_until 20 'ben gets through to ann again' has_item ann 'back again'
expect_same ann ben

kill -KILL "$crowd"
has_closed_all() {
    (($(open_files) <= files_before))
}
wait_until 15 'ann has closed all connections of eve' has_closed_all
peak=$(resident_kilobytes)
((peak < 256 * 1024)) || say_failure "ann has used $peak kB of memory"
echo "count: $(refusals ann) connections refused, the slowest of 20 items took $slowest ms, $peak kB of memory at most"
