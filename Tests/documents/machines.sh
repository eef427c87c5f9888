# shellcheck shell=bash disable=SC2034,SC2154
# Machines on one network, each with a person who has a home directory and a login; sourced by inside.sh.
# Inside the namespaces only one user exists. A person is that user under another number, without the rights of root.

declare -A daemon_of=()

# machine NAME: a machine of the person NAME, without phlistd.
machine() {
    add_host "$1"
    on "$1" mkdir -p "$(home_of "$1")/.config/phlist" /run/root
    on "$1" mkdir -p -m 0700 /run/user/1000
    on "$1" touch "$(home_of "$1")/.config/phlist/phlist.yaml"
}

home_of() {
    printf '/run/home/%s' "$1"
}

state_of() {
    printf '%s/.local/share/phlist' "$(home_of "$1")"
}

# as_person MACHINE COMMAND: what the person types.
as_person() {
    on "$1" env -i HOME="$(home_of "$1")" USER="$1" LOGNAME="$1" XDG_RUNTIME_DIR=/run/user/1000 LANG=C.UTF-8 \
        TZ=Europe/Berlin "PATH=$bin:$PATH" unshare -U --map-user=1000 --map-group=1000 bash -c "cd; $2"
}

# as_root_on MACHINE COMMAND: what root types, in an environment of its own, as sudo gives it.
as_root_on() {
    on "$1" env -i HOME=/run/root USER=root LANG=C.UTF-8 "PATH=$bin:$PATH" bash -c "$2"
}

# run_phlistd MACHINE ARGUMENT...: starts the person's phlistd, and waits until it answers.
run_phlistd() {
    run_phlistd_of "$1" "$(state_of "$1")" /run/user/1000/phlist/control.sock \
        --config "$(home_of "$1")/.config/phlist/phlist.yaml" "${@:2}"
    daemon_of[$1]=$daemon_pid
}

# run_phlistd_of MACHINE STATE SOCKET ARGUMENT...: any phlistd.
run_phlistd_of() {
    nsenter -t "${host_pid[$1]}" -m -u -n -- env HOME="$(home_of "$1")" "${phlistd[@]}" \
        --state-dir "$2" --socket "$3" --device-name "$1" "${@:4}" </dev/null >>"$scratch/$1/log" 2>&1 &
    daemon_pid=$!
    daemon_pids+=("$daemon_pid")
    wait_until 20 "phlistd answers on $1" on "$1" "$bin/phlistctl" --socket "$3" status
}

# A situation may name another program, or one that begins it in an environment of its own.
phlistd=("$bin/phlistd")

# stop_phlistd MACHINE: ends the person's phlistd.
stop_phlistd() {
    stop "${daemon_of[$1]}"
}

# show_code MACHINE: opens a pairing code, which the next commands type.
show_code() {
    rm -f "$scratch/$1/pair.json" # that of an earlier code
    on "$1" "$bin/phlistctl" --socket /run/user/1000/phlist/control.sock --json pair </dev/null \
        >"$scratch/$1/pair.json" 2>"$scratch/$1/pair.err" &
    pair_pid=$!
    wait_until 10 'phlistctl pair shows a code' grep -q '"code"' "$scratch/$1/pair.json"
    typed=$(json_field code <"$scratch/$1/pair.json")
}

# household MACHINE...: machines with phlistd and without discovery, in one household, each for its person; they all see
# the list Groceries of the first one.
household() {
    local name
    for name in "$@"; do
        machine "$name"
        run_phlistd "$name" --no-discovery
        as_person "$name" "phlistctl -q member add $name; phlistctl -q member me $name"
    done
    as_person "$1" 'phlistctl -q list new Groceries; phlistctl -q add Groceries milk'
    for name in "${@:2}"; do join "$1" "$name"; done
}

# join HOST JOINER
join() {
    show_code "$1"
    as_person "$2" "phlistctl -q join --host $(address_of "$1")" <<<"$typed"
    wait "$pair_pid"
    as_person "$2" 'phlistctl -q sync --wait'
    typed=''
}

# close_ports MACHINE PORT...: a firewall that drops what comes to these ports, and says nothing.
close_ports() {
    local port
    for port in "${@:2}"; do on "$1" iptables -A INPUT -p tcp --dport "$port" -j DROP; done
}
