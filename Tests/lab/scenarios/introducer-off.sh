# shellcheck shell=bash disable=SC2154
# carl was let in by ann while ben was off; when ben is back ann is off, and carl is let in by her word.
for host in ann ben carl; do
    add_host "$host"
    start_discovery "$host"
    run_daemon "$host"
done
ask ann list new Groceries
pair_by_discovery ann ben
expect_same ann ben
kill_daemon ben
pair_by_discovery ann carl
wait_until 20 'the list is on carl' has_item carl Groceries
kill_daemon ann
ask carl add Groceries 'from carl'
run_daemon ben
wait_until 30 'ben has let carl in' has_item ben 'from carl'
expect_same ben carl
