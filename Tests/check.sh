#!/bin/bash
# The one gate, the same for people and machines: everything here passes, or the change is not kept.
# shellcheck disable=SC2317 # step calls functions by name
# usage: Tests/check.sh     (./dev test installs missing packages first)
# Nothing is written outside .build and a temporary directory; the Swift toolchain keeps its own cache.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=Tests/support/daemon.sh
source Tests/support/daemon.sh
# shellcheck source=Tests/support/progress.sh
source Tests/support/progress.sh

passed=0
failed=0

# step NAME COMMAND...: runs the command, prints one line, what it leaves out, and its output when it fails.
# A step whose output has lines that begin with "ok " or "not ok " counts each of them, otherwise it counts as one.
step() {
    local name=$1 began=$SECONDS
    verdict=ok
    shift
    logged "$name" "$scratch/output" "$@" || verdict=FAILED
    count_results "$verdict"
    printf '%-8s %-48s %4d s\n' "$verdict" "$name" $((SECONDS - began))
    if [[ $verdict == ok ]]; then grep '^left out' "$scratch/output" || true; else show_failure; fi
}

# What failed comes first: a report may be cut off behind its beginning.
show_failure() {
    grep -E '^not ok |^✘|error:' "$scratch/output" | cut -c1-1000 | head -n 40 || true
    printf '%s\n' '-- all of it:'
    cat "$scratch/output"
}

count_results() {
    local good bad
    good=$(grep -c '^ok ' "$scratch/output" || true)
    bad=$(grep -c '^not ok ' "$scratch/output" || true)
    if [[ $1 == ok ]]; then ((good += good == 0)); else ((bad += bad == 0)); fi
    ((passed += good, failed += bad)) || true
}

# Not all at once: the linter opens every file that it is given, and most logins may open a thousand.
check_format() {
    find Package.swift Sources Tests -name '*.swift' -print0 |
        xargs -0 -n 400 swift format lint --strict --parallel
}

# The compiler keeps the text of macros in a directory of TMPDIR that another user may own already.
build_everything() {
    TMPDIR=$root/.build/tmp swift build --build-tests --explicit-target-dependency-import-check error
}

in_sandbox() (
    enter_sandbox "$scratch"
    "$@"
)

# All tests of one run begin at once and share a thread for each core. Tests that wait for a reply on a socket, with a
# deadline, get none for minutes beside hundreds that compute, or beside those that hold a thread while a program runs.
programs='^AcceptanceTests\.'
sockets='^Phlist(Control|Daemon|Discovery|Transport)Tests\.'

# The tests that wait for sockets have 1,100 descriptors open at times; most logins may open 1,024 unless they ask.
ulimit -Sn 4096 2>/dev/null || ulimit -Sn hard

# missing_programs NAME...: prints those that are not installed, each behind a blank.
missing_programs() {
    local name
    for name in "$@"; do [[ -x /usr/bin/$name ]] || printf ' %s' "$name"; done
}

# Prints an "ok" or "not ok" line for each test, as the report of the test run has them.
run_unit_tests() {
    local status=0 skipped=() missing
    if ((EUID != 0)); then
        skipped+=(--skip OtherUserTests)
        echo 'left out of unit tests: OtherUserTests: it needs root, to become another user'
    fi
    missing=$(missing_programs dbus-run-session Xvfb dunst dunstctl busctl notify-send)
    if [[ -n $missing ]]; then
        skipped+=(--skip '^AcceptanceTests\.DesktopTests')
        echo "left out of unit tests: DesktopTests: no reminder can be shown without:$missing"
    fi
    in_sandbox swift test --skip-build --parallel "$@" "${skipped[@]}" --xunit-output "$scratch/tests.xml" || status=$?
    sed -nE -e '/<testcase .*\/>/s/.*classname="([^"]*)" name="([^"]*)".*/ok \1: \2/p' \
        -e '/<testcase .*[^/]>/s/.*classname="([^"]*)" name="([^"]*)".*/not ok \1: \2/p' \
        "$scratch/tests-swift-testing.xml"
    return "$status"
}

# Order of hashing differs from process to process; nothing of it may reach what a device does.
same_trace_twice() {
    local run
    for run in 1 2; do "$bin/phlist-sim" --seeds 40 | grep ' trace ' >"$scratch/trace$run" || return; done
    diff "$scratch/trace1" "$scratch/trace2"
}

# One line per file of the tree: tests that rewrite what they compare with would prove nothing.
fingerprint() {
    find . \( -name .build -o -name .git -o -name Package.resolved \) -prune -o -type f -print0 | sort -z | xargs -0 sha256sum
}

tree_is_unchanged() {
    diff "$scratch/tree" <(fingerprint)
}

finish() {
    printf 'total %d s\n%d passed, %d failed\n' "$SECONDS" "$passed" "$failed"
    exit $((failed > 0))
}

scratch=$(mktemp -d "${TMPDIR:-/tmp}/phlist-check.XXXXXX")
chmod 0755 "$scratch" # one test becomes another user
trap 'rm -rf "$scratch"' EXIT
fingerprint >"$scratch/tree"
mkdir -p .build/tmp

step 'format' check_format
step 'build' build_everything
[[ $verdict == ok ]] || finish
step 'tests of the programs' run_unit_tests --filter "$programs"
step 'unit tests that wait for sockets' run_unit_tests --filter "$sockets"
step 'unit tests that compute' run_unit_tests --skip "$programs" --skip "$sockets"
step 'simulator, 1000 seeds' in_sandbox "$bin/phlist-sim" --seeds 1000
step 'mistakes to switch on, they fit the tree' Tests/mutants/mutants.sh --check
step 'simulator, the same trace in two processes' in_sandbox same_trace_twice
step 'manual pages' in_sandbox Tests/manuals.sh "$scratch/man"
step 'files of an installation' in_sandbox Tests/packaging.sh "$scratch"
step 'systemd units' in_sandbox Tests/systemd.sh
step 'wrong inputs' in_sandbox Tests/wrong-inputs.sh
step 'what the documents quote' in_sandbox Tests/documents/documents.sh
step 'the page for phones in Chromium, short form' in_sandbox Tests/web/page.sh --short
step 'the page for phones, malformed HTTP' in_sandbox Tests/FuzzTests/web.sh 10 1
step 'lab' in_sandbox Tests/lab/lab.sh --short
step 'crash tests, short form' in_sandbox Tests/crash/crash.sh --short
step 'golden files and the rest of the tree unchanged' tree_is_unchanged
finish
