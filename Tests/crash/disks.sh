# shellcheck shell=bash
# File systems in files, mounted through loop devices. Sourced by the crash tests; the mounts end with their namespace,
# and the loop devices with their mounts.

# make_disk KIND IMAGE MEBIBYTES: xfs has no file system below 300 MiB.
make_disk() {
    rm -f "$2"
    truncate -s "$3M" "$2"
    "mkfs.$1" -q "$2"
}

# mount_disk IMAGE PLACE: the root of the file system becomes a private directory.
mount_disk() {
    mkdir -p "$2"
    mount -o loop "$1" "$2"
    chmod 0700 "$2"
    rm -rf "$2/lost+found"
}

# cut_power PLACE: no write reaches the disk any more, and what is only in the journal's memory is gone.
cut_power() {
    xfs_io -x -c shutdown "$1"
}

# power_on IMAGE PLACE: mounts again, which replays the journal.
power_on() {
    umount "$2"
    mount_disk "$1" "$2"
}

# prepare_power_cuts KIND: a household on a disk of its own.
prepare_power_cuts() {
    make_disk "$1" "$scratch/image" 320
    mount_disk "$scratch/image" "$state"
    new_household
}

# cut_once: acknowledgements count when they were heard before the power went.
cut_once() {
    begin_writers 4
    let_write
    cp -r "$acks" "$scratch/heard"
    cut_power "$state"
    kill_daemon
    end_writers
    rm -rf "$acks"
    mv "$scratch/heard" "$acks"
    power_on "$scratch/image" "$state"
}

# power_cuts KIND RUNS
power_cuts() {
    prepare_power_cuts "$1"
    while ((run_count < $2)); do
        cut_once
        run_daemon
        expect_recovered
    done
}
