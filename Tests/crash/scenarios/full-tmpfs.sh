# shellcheck shell=bash
#
# A tmpfs of 4 MiB, without a journal and without room for anything beside the log.
mkdir -p "$state"
mount -t tmpfs -o size=4m,mode=0700 phlist "$state"
full_disk "$(short_or_long 2 10)"
result 'a tmpfs of 4 MiB fills, and is emptied a little'
