# shellcheck shell=bash
# needs ext4
# A file system of 2 MiB is filled by somebody else but for a few blocks, then by the daemon; then there is room again.
runs=$(short_or_long 2 10)
make_disk ext4 "$scratch/image" 2
mount_disk "$scratch/image" "$state"
new_household
while ((run_count < runs)); do
    dd if=/dev/zero of="$state/ballast" bs=1k status=none || true
    truncate -s -64k "$state/ballast"
    fill_up 'the file system is full'
    restart_on_full_disk
    rm "$state/ballast"
    expect_recovered
done
result 'an ext4 of 2 MiB fills, and is emptied a little'
