# shellcheck shell=bash
# needs xfs
power_cuts xfs "$(short_or_long 3 25)"
result 'FS_IOC_SHUTDOWN without a flush of the journal, on xfs'
