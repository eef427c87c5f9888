# shellcheck shell=bash disable=SC2034,SC2154
# long: 240
# The same for a minute.
seconds=60
# shellcheck source=kill-at-random.sh
source "$root/Tests/lab/scenarios/kill-at-random.sh"
