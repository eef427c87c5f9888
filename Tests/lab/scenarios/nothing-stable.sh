# shellcheck shell=bash disable=SC2154
# What a device says of itself to the network before and after a restart has no value in common, but for the name and
# address of its host, which are avahi's. Neither its name, nor that of its household, nor its id is in it.
two_paired_hosts
add_host eve
start_discovery eve

# capture FILE: name, port and text of each instance; ports and hosts would tell who is who, so they are kept apart.
capture() {
    on eve timeout 20 avahi-browse --parsable --resolve --terminate _phlist._tcp >"$1.all"
    awk -F ';' '$1 == "=" { print $4; print $9; print $10 }' "$1.all" | tr ' "' '\n\n' | sed '/^$/d' | sort -u >"$1"
}
sees_both() {
    capture "$scratch/eve/look"
    [[ $(awk -F ';' '$1 == "=" { print $4 }' "$scratch/eve/look.all" | sort -u | wc -l) -ge 2 ]]
}

wait_until 30 'eve sees both' sees_both
open_code "$scratch/ann"
wait_until 10 'eve sees the open code' eval 'capture "$scratch/eve/first"; grep "pair=1" "$scratch/eve/first"'
kill -INT "$pair_pid"
wait "$pair_pid" || true
for host in ann ben; do kill_daemon "$host"; done
# Eve forgets, too: what she still had in mind of them is no second capture.
for host in ann ben eve; do kill_avahi "$host" && start_avahi "$host"; done
run_daemon ann --port 0
run_daemon ben --port 0
wait_until 30 'eve sees both again' sees_both
capture "$scratch/eve/second"
# The version of the protocol, the usual port and the mark of an open code are the same for everybody.
common=$(comm -12 "$scratch/eve/first" "$scratch/eve/second" | grep -vE '^(v=2|7454|pair=1)$' || true)
[[ -z $common ]] || say_failure "both captures have: $common"

for host in ann ben; do
    id=$(ask "$host" --json status | sed 's/.*"device":{"id":"\([^"]*\)".*/\1/')
    household=$(ask "$host" --json status | sed 's/.*"household":{[^}]*"id":"\([^"]*\)".*/\1/')
    for secret in "$id" "${id//-/}" "$household" Groceries; do
        [[ ${#secret} -gt 5 ]]
        ! grep -i -- "$secret" "$scratch"/eve/{first,second}.all || say_failure "the network hears $secret"
    done
done
