# shellcheck shell=bash disable=SC2154
# Somebody between two devices shows each of them a key of his own and passes everything on: both say so, nobody is let
# in. Then he listens on the way of the right pairing, and what he has recorded is worth nothing.
for host in ann ben eve; do add_host "$host"; done
run_daemon ann --no-discovery
run_daemon ben --no-discovery
here=$scratch/eve
cd "$here"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=phlist -days 2 -keyout key -out pem
mkfifo there back
exec {there}<>there {back}<>back

# listen: TLS with whoever comes to port 7455. go_on: once somebody has, TLS with ann as well.
listen() {
    on eve openssl s_server -quiet -accept 7455 -naccept 1 -alpn phlist-pair/1 -tls1_3 -Verify 1 -cert "$here/pem" -key "$here/key" \
        <&"$back" >&"$there" 2>server.err
}
go_on() {
    wait_until 20 'ben comes to eve' has_come
    on eve openssl s_client -quiet -connect "$(address_of ann):7455" -alpn phlist-pair/1 -tls1_3 -cert "$here/pem" -key "$here/key" \
        <&"$there" >&"$back" 2>client.err
}
is_listening() {
    on eve ss -Hltn | grep :7455
}
has_come() {
    on eve ss -Htn state established | grep :7455
}

"$bin/phlistctl" --socket "$scratch/ann/control.sock" --plain pair </dev/null >pair.out 2>pair.err &
pair_pid=$!
wait_until 10 'ann shows a code' grep '^code' pair.out
code=$(cut -f 2 pair.out)
listen &
between=($!)
go_on &
between+=($!)
wait_until 10 'somebody stands between' is_listening
status=0
timeout 30 "$bin/phlistctl" --socket "$scratch/ben/control.sock" join --host "$(address_of eve):7455" \
    <<<"$code" >join.out 2>join.err || status=$?
[[ $status -eq 77 ]] || say_failure "join ended with $status: $(cat join.out join.err)"
grep 'wrong code, or someone is between the devices' join.err
wait "${between[@]}" || true
wait_until 10 'ann has heard of it' \
    grep 'wrong code, or someone is between the devices; tries left: 2' pair.err
[[ $(ask ann --json status | json_field deviceCount) -eq 1 && $(ask ben --json status | json_field deviceCount) -eq 1 ]]

# The same code is still good for those who speak to each other.
timeout 30 "$bin/phlistctl" --socket "$scratch/ben/control.sock" join --host "$(address_of ann):7455" <<<"$code"
wait "$pair_pid"
[[ $(ask ben --json status | json_field deviceCount) -eq 2 ]]
