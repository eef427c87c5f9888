# shellcheck shell=bash
# needs ext4
power_cuts ext4 "$(short_or_long 3 40)"
result 'FS_IOC_SHUTDOWN without a flush of the journal, on ext4'
