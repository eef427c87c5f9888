#!/bin/bash
# Switches rules off, one after the other, and expects the check that is meant for each of them to fail.
# usage: Tests/mutants/mutants.sh [--tree DIR] [NAME...]     (./dev mutants installs missing packages first)
#        Tests/mutants/mutants.sh --check
# A patch beside this file makes one mistake where PHLIST_MUTANT has its name, or several where it has that of each, so
# that one build holds all of them. Above its diffs a patch has a few lines for each mistake:
#   Name      what PHLIST_MUTANT says; the name of the patch where there is no such line
#   Rule      the number of the rule in the design, where it has one
#   Mistake   what is done wrong
#   Found by  "test SUITE `sentence`", or "sim CHECK HOUSEHOLD": the check that is meant for it
#   Says      a word that the failing test has to print, where only one of its checks is meant
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

# all_headers: for each mistake a line "NAME<tab>KEY<tab>text" for each line above the diffs.
all_headers() {
    awk -F ': ' '
        FNR == 1 { name = FILENAME; sub(/.*\//, "", name); sub(/\.patch$/, "", name); isAbove = 1 }
        /^diff / { isAbove = 0 }
        !isAbove || $0 == "" { next }
        $1 == "Name" { name = $2 }
        { print name "\t" $1 "\t" substr($0, length($1) + 3) }
    ' "$root"/Tests/mutants/*.patch
}

# header NAME KEY: the text of a line about a mistake.
header() {
    all_headers | awk -F '\t' -v name="$1" -v key="$2" '$1 == name && $2 == key { print $3 }'
}

all_names() {
    all_headers | awk -F '\t' '$2 == "Mistake" { print $1 }'
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

    package static var isAny: Bool { chosen != nil }
}
END
    for patch in "$root"/Tests/mutants/*.patch; do
        (cd "$1" && GIT_CEILING_DIRECTORIES=$(dirname "$PWD") git apply -C1 --unsafe-paths "$patch") ||
            { printf 'not ok %s does not fit the tree\n' "$(basename "$patch" .patch)" && return 1; }
    done
}

# There is a check of that name and a household of that kind, or a test of that sentence.
finder_exists() {
    local kind name sentence
    read -r kind name sentence <<<"$1"
    case $kind in
    sim)
        grep -qE "^ +case $name\$" Sources/PhlistSimulator/Simulation/SimulationFailure.swift &&
            grep -qE "^ +case ${sentence:-usual}\$" Sources/PhlistSimulator/Simulation/SimulationOptions.swift
        ;;
    test) test_exists "${name%%.*}" "${name#*.}" "$sentence" ;;
    *) false ;;
    esac
}

# test_exists TARGET SUITE SENTENCE: the suite has the test, in its own file or in an extension.
test_exists() {
    find "Tests/$1" -name '*.swift' -exec cat {} + | awk -v suite="$2" -v sentence="$3" '
        match($0, /(struct|class|extension) [A-Za-z]+/) && /^[@A-Za-z]/ {
            split(substr($0, RSTART, RLENGTH), words, " ")
            current = words[2]
        }
        current == suite && index($0, "func " sentence) { found = 1 }
        END { exit !found }'
}

# is_made NAME: some patch makes the mistake.
is_made() {
    grep -qF "\"$1\"" "$root"/Tests/mutants/*.patch
}

check_all() {
    local name status=0
    mkdir "$scratch/tree"
    cp -r Package.swift Sources "$scratch/tree"
    patch_tree "$scratch/tree" || status=1
    for name in $(all_names); do
        if finder_exists "$(header "$name" 'Found by')" && is_made "$name"; then
            printf 'ok %s\n' "$name"
        else
            printf 'not ok %s: nobody makes it, or nothing is there to find it\n' "$name"
            status=1
        fi
    done
    return "$status"
}

# found_by_simulator CHECK [HOUSEHOLD]: some history fails by that check.
found_by_simulator() {
    local first
    for ((first = 1; first < seeds_max; first += seeds_step)); do
        "$bin/phlist-sim" --household "${2:-usual}" --first "$first" --seeds "$seeds_step" >"$scratch/output" 2>&1 || true
        grep -q "by the check of $1\$" "$scratch/output" && return
    done
    return 1
}

# found_by_test SUITE SENTENCE WORD: the test fails, not for want of it, and says the word.
found_by_test() {
    swift test --skip-build --filter "$1" >"$scratch/output" 2>&1 || true
    sentence="✘ Test \"$2\" " awk 'index($0, ENVIRON["sentence"]) && / failed after / { found = 1 } END { exit !found }' \
        "$scratch/output" && grep -qF "$3" "$scratch/output"
}

# try NAME: says how a mistake was found, or that it was not.
try() {
    local kind name sentence began=$SECONDS verdict='not ok'
    read -r kind name sentence <<<"$(header "$1" 'Found by')"
    export PHLIST_MUTANT=$1
    case $kind in
    sim) found_by_simulator "$name" "$sentence" && verdict=ok ;;
    test)
        sentence=${sentence#\`}
        sentence=${sentence%\`}
        found_by_test "$name" "$sentence" "$(header "$1" Says)" && verdict=ok
        ;;
    esac
    unset PHLIST_MUTANT
    printf '%-7s %-28s %-4s %s %s, %d s\n' "$verdict" "$1" "$kind" "$name" "${sentence:-usual}" $((SECONDS - began))
    [[ $verdict != ok ]] || return 0
    [[ $kind != test ]] || tail -n 8 "$scratch/output" | cut -c 1-200 | sed 's/^/    | /'
    return 1
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
    mkdir -p "$2"
    tree=$(cd "$2" && pwd)
    shift 2
fi
names=("$@")
((${#names[@]} > 0)) || mapfile -t names < <(all_names)
[[ $tree == "$root" ]] || copy_tree "$tree"
patch_tree "$tree"
cd "$tree"
run_all "${names[@]}"
