# shellcheck shell=bash disable=SC2154
# A machine that does not belong here holds connections open and says nothing, floods, and speaks TLS with a key of its
# own, all the time; two that belong together go on as if it was not there.
two_paired_hosts
add_host eve
port=$(ask ann --json status | json_field port)
eve=(on eve timeout 60)

# hold_open: as many connections as eve gets, in silence.
hold_open() {
    # shellcheck disable=SC2016
    "${eve[@]}" bash -c 'while :; do for i in {1..20}; do exec {fd}<>"/dev/tcp/$1/$2" || break; done; sleep 1; done' \
        - "$(address_of ann)" "$port"
}

flood() {
    # shellcheck disable=SC2016
    "${eve[@]}" bash -c 'while :; do head -c 1000000 /dev/urandom >"/dev/tcp/$1/$2" || sleep 0.05; done' \
        - "$(address_of ann)" "$port"
}

# speak_tls: a handshake with a key that nobody knows, then frames.
speak_tls() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=eve -days 2 \
        -keyout "$scratch/eve/key" -out "$scratch/eve/certificate"
    while :; do
        head -c 100000 /dev/zero | "${eve[@]}" openssl s_client -connect "$(address_of ann):$port" -alpn phlist/2 -tls1_3 \
            -cert "$scratch/eve/certificate" -key "$scratch/eve/key" && say_failure 'eve was let in' >>"$scratch/eve/in"
        sleep 0.2
    done
}

attackers=()
for attack in hold_open flood speak_tls; do
    $attack >"$scratch/eve/$attack" 2>&1 &
    attackers+=($!)
done
was_refused() {
    (($(refusals ann) >= 10))
}
wait_until 20 'eve is turned away ten times' was_refused

for number in {1..20}; do
    ask ann add Groceries "item $number of ann" >/dev/null
    wait_until 3 "item $number is on ben" has_item ben "item $number of ann"
done
kill_daemon ben
run_daemon ben
ask ben add Groceries 'back again'
wait_until 10 'ben gets through to ann again' has_item ann 'back again'
expect_same ann ben
kill "${attackers[@]}"
echo "count: $(refusals ann) connections of a stranger refused, 21 changes synchronised"
