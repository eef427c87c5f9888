# shellcheck shell=bash
# needs ext4
# A real file system that is full: what it refuses, and when, is its own affair.
make_disk ext4 "$scratch/image" 2
mount_disk "$scratch/image" "$state"
full_disk "$(short_or_long 2 10)"
result 'an ext4 of 2 MiB fills, and is emptied a little'
