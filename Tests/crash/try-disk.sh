#!/bin/bash
# Makes and mounts a small file system from a file, to see whether that is possible.
# usage: try-disk.sh ext4|xfs     inside namespaces that crash.sh made
set -euo pipefail
scratch=$(mktemp -d "${TMPDIR:-/tmp}/disk.XXXXXX")
trap 'umount "$scratch/disk" || true; rm -rf "$scratch"' EXIT
# shellcheck source=disks.sh
source "$(dirname "${BASH_SOURCE[0]}")/disks.sh"
make_disk "$1" "$scratch/image" 320
mount_disk "$scratch/image" "$scratch/disk"
