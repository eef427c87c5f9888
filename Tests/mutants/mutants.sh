#!/bin/bash
# Switches rules off, one after the other, and expects the check that is meant for each of them to fail.
# usage: Tests/mutants/mutants.sh [--tree DIR] [NAME...]     (./dev mutants installs missing packages first)
#        Tests/mutants/mutants.sh --check
# Each patch beside this file makes one mistake where PHLIST_MUTANT has its name, so that one build holds all of them.
# With --check nothing is built: the patches fit the tree, and what is to find them is there.
# --tree names a checkout that may be patched, and where something may be built already; else it is a copy in .build.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
# shellcheck source=Tests/support/daemon.sh
source Tests/support/daemon.sh

# How many histories the simulator may need.
seeds_max=6000
seeds_step=300

# header FILE KEY: the text behind "KEY: " at the beginning of a patch.
header() {
    sed -n "s/^$2: //p;/^diff /q" "$1"
}

copy_tree() {
    mkdir -p "$1"
    git ls-files -z | tar --null --create --files-from - | tar --extract --directory "$1"
}

# patch_tree DIR: makes all mistakes there, each behind its name.
patch_tree() {
    local patch
    cat >"$1/Sources/PhlistModel/Mutant.swift" <<'END'
import Glibc

/// The mistake that this process makes.
package enum Mutant {
    private static let chosen = getenv("PHLIST_MUTANT").map { String(cString: $0) }

    package static func `is`(_ name: String) -> Bool { chosen == name }
}
END
    for patch in "$root"/Tests/mutants/*.patch; do
        (cd "$1" && GIT_CEILING_DIRECTORIES=$(dirname "$PWD") git apply -C1 --unsafe-paths "$patch") ||
            { printf 'not ok %s does not fit the tree\n' "$(basename "$patch" .patch)" && return 1; }
    done
}

# There is a check of that name, or a test of that sentence.
finder_exists() {
    local kind name sentence
    read -r kind name sentence <<<"$1"
    case $kind in
    sim) grep -qE "^ +case $name\$" Sources/PhlistSimulator/SimulationFailure.swift ;;
    test) grep -rqF "$sentence" "Tests/${name%%.*}" ;;
    *) false ;;
    esac
}

check_all() {
    local patch name status=0
    mkdir "$scratch/tree"
    cp -r Sources "$scratch/tree"
    patch_tree "$scratch/tree" || status=1
    for patch in Tests/mutants/*.patch; do
        name=$(basename "$patch" .patch)
        if finder_exists "$(header "$patch" 'Found by')"; then
            printf 'ok %s\n' "$name"
        else
            printf 'not ok %s: nothing is there to find it\n' "$name"
            status=1
        fi
    done
    return "$status"
}

# found_by_simulator CHECK: some history fails by that check.
found_by_simulator() {
    local first
    for ((first = 1; first < seeds_max; first += seeds_step)); do
        "$bin/phlist-sim" --first "$first" --seeds "$seeds_step" >"$scratch/output" 2>&1 || true
        grep -q "by the check of $1\$" "$scratch/output" && return
    done
    return 1
}

# found_by_test SUITE SENTENCE: the test fails, and not for want of it.
found_by_test() {
    swift test --skip-build --filter "$1" >"$scratch/output" 2>&1 || true
    grep -qF "✘ Test \"$2\" failed" "$scratch/output"
}

# try NAME: says how a mistake was found, or that it was not.
try() {
    local patch=$root/Tests/mutants/$1.patch kind name sentence began=$SECONDS verdict='not ok'
    read -r kind name sentence <<<"$(header "$patch" 'Found by')"
    export PHLIST_MUTANT=$1
    case $kind in
    sim) found_by_simulator "$name" && verdict=ok ;;
    test) sentence=${sentence#\`} && found_by_test "$name" "${sentence%\`}" && verdict=ok ;;
    esac
    unset PHLIST_MUTANT
    printf '%-7s %-22s rule %-7s %-4s %s, %d s\n' "$verdict" "$1" "$(header "$patch" Rule)" "$kind" "$name" \
        $((SECONDS - began))
    [[ $verdict == ok ]]
}

run_all() {
    local name failed=0
    mkdir -p .build/tmp
    TMPDIR=$PWD/.build/tmp swift build --build-tests >"$scratch/build" 2>&1 || { tail -n 40 "$scratch/build" && return 1; }
    bin=$(swift build --show-bin-path)
    enter_sandbox "$scratch"
    for name in "$@"; do try "$name" || ((failed += 1)); done
    printf '%d of %d found\n' $(($# - failed)) $#
    ((failed == 0))
}

scratch=$(mktemp -d)
chmod 0755 "$scratch"
trap 'rm -rf "$scratch"' EXIT
if [[ ${1:-} == --check ]]; then
    check_all
    exit
fi
tree=$root/.build/mutants
if [[ ${1:-} == --tree ]]; then
    tree=$(cd "$2" && pwd)
    shift 2
fi
names=("$@")
if ((${#names[@]} == 0)); then
    for patch in Tests/mutants/*.patch; do names+=("$(basename "$patch" .patch)"); done
fi
[[ $tree == "$root" ]] || copy_tree "$tree"
patch_tree "$tree"
cd "$tree"
run_all "${names[@]}"
