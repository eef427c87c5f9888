# shellcheck shell=bash disable=SC2154
# Clients that are no device of the household, each from an address of its own: none gets a byte of the application.
two_paired_hosts
add_host eve
port=$(ask ann --json status | json_field port)
here=$scratch/eve
cd "$here"

new_key() {
    openssl req -x509 -newkey "$2" "${@:3}" -nodes -subj /CN=phlist -days 2 -keyout "$1.key" -out "$1.pem" 2>/dev/null
}

# refused NAME OPTION...: TLS with the options; what comes out of it is in NAME.out, and must be nothing.
refused() {
    local name=$1 source=10.77.1.$((++sources))
    ip -n eve address add "$source/16" dev eth0
    ip -n ann route replace "$source/32" dev eth0
    head -c 200 /dev/zero | on eve timeout 20 openssl s_client -quiet -connect "$(address_of ann):$port" -bind "$source" \
        "${@:2}" >"$name.out" 2>"$name.err" || true
    [[ ! -s $name.out ]] || say_failure "$name got $(wc -c <"$name.out") bytes"
    cat "$name.err" >&2
    wait_until 10 "ann has refused $name" grep "connection refused.*$source" "$scratch/ann/log"
}

sources=0
new_key stranger ec -pkeyopt ec_paramgen_curve:P-256
new_key rsa rsa:2048
new_key curve ec -pkeyopt ec_paramgen_curve:P-384
stranger=(-cert "$here/stranger.pem" -key "$here/stranger.key")
refused unknown-key -tls1_3 -alpn phlist/2 "${stranger[@]}"
refused no-certificate -tls1_3 -alpn phlist/2
refused chain-of-two -tls1_3 -alpn phlist/2 "${stranger[@]}" -cert_chain "$here/curve.pem"
refused rsa -tls1_3 -alpn phlist/2 -cert "$here/rsa.pem" -key "$here/rsa.key"
refused other-curve -tls1_3 -alpn phlist/2 -cert "$here/curve.pem" -key "$here/curve.key"
refused old-tls -tls1_2 -alpn phlist/2 "${stranger[@]}"
refused other-protocol -tls1_3 -alpn phlist/1 "${stranger[@]}"
refused no-protocol -tls1_3 "${stranger[@]}"
refused pairing-protocol -tls1_3 -alpn phlist-pair/1 "${stranger[@]}"
refused for-a-ticket -tls1_3 -alpn phlist/2 "${stranger[@]}" -sess_out "$here/ticket"
[[ ! -s ticket ]] || refused with-a-ticket -tls1_3 -alpn phlist/2 "${stranger[@]}" -sess_in "$here/ticket"
# What a client says that speaks no TLS is answered by a TLS alert at most; the end may come as a reset.
# shellcheck disable=SC2016
on eve timeout 20 bash -c 'exec 3<>"/dev/tcp/$1/$2"; printf "GET / HTTP/1.1\r\nHost: phlist\r\n\r\n" >&3; cat <&3' \
    - "$(address_of ann)" "$port" >plain.out || true
(($(wc -c <plain.out) <= 7)) || say_failure 'who speaks no TLS got more than an alert'

ask ann add Groceries milk
expect_item ben milk
echo "count: $sources kinds of clients refused without a byte"
