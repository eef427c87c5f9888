# shellcheck shell=bash
#
# kill -9 under load. In every second run the writers live on and send their open requests to the next daemon, and in
# some the next daemon is killed, too, while it starts.
new_household
runs=$(short_or_long 4 40)
while ((run_count < runs)); do
    begin_writers 4
    let_write
    kill_daemon
    if ((RANDOM % 3 == 0)); then
        launch "$dir" --port 0 --no-discovery
        sleep "0.0$((RANDOM % 100))"
        kill_daemon
    fi
    ((run_count % 2)) || end_writers
    run_daemon
    ((run_count % 2 == 0)) || let_write
    end_writers
    expect_recovered
done
result 'kill -9 while 4 writers write'
