# shellcheck shell=bash disable=SC2154
# A day of a family on three machines: lists for all, for two and for one, photos and records, cut cables, restarts, kills and
# a lost laptop. What was acknowledged is there in the end, all agree, and what is private is nowhere else.
for host in ann ben carl; do
    add_host "$host"
    start_discovery "$host"
    run_daemon "$host"
    ask "$host" -q member add "$host"
    ask "$host" -q member me "$host"
done
ask ann list new Groceries
pair_by_discovery ann ben
pair_by_discovery ann carl
ask ann device role ben admin
for host in ben carl; do expect_same ann "$host"; done

# note HOST TITLE: an item in Groceries that must be on all machines in the end.
note() {
    ask "$1" -q add Groceries "$2"
    echo "$2" >>"$scratch/acknowledged"
}

on_network() {
    ip link set "port-$1" "$2"
}

# Morning: what not everybody sees.
ask ann list new Diary --private
ask ann -q add Diary 'SECRET OF ANN'
ask ann list new Holiday --with ben
ask ann -q add Holiday 'SECRET OF TWO'
is_invited() {
    ask ben invite ls --plain | grep Holiday >/dev/null
}
wait_until 20 'ben is invited' is_invited
on_network ann down
ask ben invite accept Holiday
note ann 'bread, noted without a network'
on_network ann up
wait_until 30 'the list for two is on ben' has_item ben 'SECRET OF TWO'
note ben 'milk'

# Noon: everybody writes, cables are pulled, daemons die.
vips black "$scratch/black.png" 64 64 --bands 3
for round in 1 2 3; do
    for host in ann ben carl; do
        on_network "$host" down
        for number in 1 2 3 4 5; do note "$host" "item $round.$number of $host"; done
        on_network "$host" up
    done
    note ann "apples of round $round"
    ask ann photo set "Groceries/apples of round $round" "$scratch/black.png"
    kill_daemon carl
    run_daemon carl
    kill_daemon ben
    note ann "while ben is dead in round $round"
    run_daemon ben
done
wait_until 30 'what ann wrote last is on ben' has_item ben 'while ben is dead in round 3'
ask ben -q done milk
ask ben form template student --household
ask ben -q record save student student-id=S17 date-of-birth=2010/05/17 consent-date=2026/11/01 ethnicity=asian \
    primary-language=english disability=none

# Evening: carl's laptop is lost, with edits that nobody has seen.
on_network carl down
ask carl -q add Groceries 'poison from a lost laptop'
ask ben device remove carl --yes
on_network carl up
is_out() {
    ask carl status | grep -F 'no longer part of the household: removed by ben' >/dev/null
}
wait_until 45 'carl hears that it is out' is_out
note ann 'the last word'
expect_item ben 'the last word'

shared() {
    { ask "$1" --plain list ls && ask "$1" --plain ls --all; } | grep -vE 'Diary|SECRET OF ANN' | sort
}
agree() {
    [[ $(shared ann) == "$(shared ben)" ]]
}
wait_until 45 'ann and ben agree' agree
ask ann --timeout 30 sync --wait
for host in ann ben; do
    while read -r title; do has_item "$host" "$title" || echo "lost on $host: $title"; done <"$scratch/acknowledged"
done >"$scratch/lost"
[[ ! -s $scratch/lost ]] || { cat "$scratch/lost" >&2; false; }
if has_item ann poison || has_item ben poison || has_item carl 'the last word'; then false; fi

# keeps HOST TEXT: whether the text is anywhere in what the daemon keeps.
keeps() {
    grep -rqaF -- "$2" "$scratch/$1/state"
}
keeps ann 'SECRET OF ANN'
keeps ben 'SECRET OF TWO'
if keeps ben 'SECRET OF ANN' || keeps carl 'SECRET OF ANN' || keeps carl 'SECRET OF TWO'; then false; fi
echo "count: $(wc -l <"$scratch/acknowledged") acknowledged items, 3 photos, 1 record, 6 kills"
