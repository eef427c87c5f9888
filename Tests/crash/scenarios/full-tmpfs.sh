# shellcheck shell=bash
#
# A tmpfs of a few pages fills; the daemon is started again on it, and goes on when the tmpfs has grown.
runs=$(short_or_long 2 20)
mkdir -p "$state"
mount -t tmpfs -o size=256k,mode=0700 phlist "$state"
new_household
while ((run_count < runs)); do
    fill_up 'the tmpfs is full'
    restart_on_full_disk
    mount -o "remount,size=$(((run_count + 1) * 256))k" "$state"
    expect_recovered
done
result 'a tmpfs of 256 KiB fills, and grows by as much'
