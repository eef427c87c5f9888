#!/bin/bash
# Builds the fuzzer and lets it look for bytes that break a rule of Tests/FuzzTests.
# usage: ./dev fuzz NAME [SECONDS]
# It begins with Corpus/NAME.txt and what earlier runs have found, which stays in .build/fuzz/found. Bytes that break a
# rule become a line of the corpus. With PHLIST_UPDATE=1 the corpus is rewritten afterwards: the lines that say why they
# are there, and the fewest inputs that reach all that these do not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
name=${1-}
seconds=${2:-60}
corpus=Tests/FuzzTests/Corpus/$name.txt
out=.build/fuzz
products=.build/debug
crypto=.build/checkouts/swift-crypto/Sources
c_modules=(CCryptoBoringSSL CCryptoBoringSSLShims CXKCP CXKCPShims)
swift_modules=(Crypto CryptoBoringWrapper InternalCollectionsUtilities OrderedCollections)
own_modules=(PhlistModel PhlistHousehold PhlistSync PhlistPairing PhlistControl PhlistDiscovery PhlistDaemon)

stop_with_usage() {
    echo "usage: ./dev fuzz NAME [SECONDS]; the names: $(basename -s .txt -a Tests/FuzzTests/Corpus/*.txt | paste -sd ' ')" >&2
    exit 64
}

# Our own modules are compiled once more with the marks that guide the search; the others are taken as they were built.
build_fuzzer() {
    local module objects sources own_objects=("${own_modules[@]/%/.o}")
    local flags=(-parse-as-library -swift-version 6 -O -wmo -gline-tables-only -enable-testing)
    flags+=(-enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault)
    flags+=(-package-name main -sanitize=fuzzer,address -I "$out" -I "$products/Modules" -module-cache-path "$out/cache")
    for module in "${c_modules[@]}"; do
        flags+=(-Xcc "-fmodule-map-file=$crypto/$module/include/module.modulemap" -Xcc "-I$crypto/$module/include")
    done
    flags+=(-Xcc -fmodule-map-file=Sources/CSodium/module.modulemap)
    is_current "$out/PhlistDaemon.o" || for module in "${own_modules[@]}"; do
        mapfile -t sources < <(sources_of "$module")
        swiftc "${flags[@]}" -module-name "$module" -emit-module-path "$out/$module.swiftmodule" \
            -c "${sources[@]}" -o "$out/$module.o"
    done
    mapfile -d '' objects < <(
        cd "$products"
        find "${c_modules[@]/%/.build}" "${swift_modules[@]/%/.build}" -name '*.o' -printf "$products/%p\0"
    )
    swiftc "${flags[@]}" -use-ld=lld -module-name Fuzzer -o "$out/fuzzer" Tests/FuzzTests/Fuzzer/*.swift \
        Tests/FuzzTests/{FuzzTarget,ScopeScript,BatchRules,EntryRules,MessageRules,StrangerRules}.swift \
        "${own_objects[@]/#/$out/}" "${objects[@]}"
}

# sources_of MODULE: what of it is searched; of two modules that need much else only the decoders.
sources_of() {
    case $1 in
    PhlistDiscovery) echo Sources/PhlistDiscovery/TextRecord.swift ;;
    PhlistDaemon) echo Sources/PhlistDaemon/Photos/ImportedPhoto.swift ;;
    *) find "Sources/$1" -name '*.swift' ;;
    esac
}

# is_current FILE: it was made after the last change of the sources.
is_current() {
    [[ -e $1 && -z $(find "${own_modules[@]/#/Sources/}" -newer "$1") ]]
}

hex_of() {
    od -An -v -tx1 "$1" | tr -d ' \n'
}

# unpack DIR: the inputs of the corpus, a file each.
unpack() {
    local hex number=0
    rm -rf "$1"
    mkdir -p "$1"
    while read -r hex _; do
        # shellcheck disable=SC2059 # the format is the input
        [[ $hex == '#' ]] || printf "$(sed 's/../\\x&/g' <<<"$hex")" >"$1/$((++number))"
    done <"$corpus"
}

# fuzz ARGUMENT...: the fuzzer, which may not hang, ask, or take more than a megabyte at once.
fuzz() {
    PHLIST_FUZZ=$name SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
        timeout -s KILL $((seconds + 60)) "$out/fuzzer" -timeout=10 -malloc_limit_mb=1 -rss_limit_mb=2048 \
        -artifact_prefix="$out/broken/" "$@" </dev/null >"$out/log" 2>&1
}

keep_broken() {
    local input
    grep -E 'broken: |Fatal error|ERROR' "$out/log" >&2 || tail -n 30 "$out/log" >&2
    for input in "$out"/broken/*; do
        [[ ! -e $input ]] || printf '%s # broke a rule\n' "$(hex_of "$input")" >>"$corpus"
    done
    echo "the input is now in $corpus; the whole report is in $out/log" >&2
    exit 1
}

# One input a line, the shortest first; long ones are cut, since what they reach short ones do too.
fewest_inputs() {
    local input
    rm -rf "$out/fewest"
    mkdir -p "$out/fewest"
    fuzz -set_cover_merge=1 -use_counters=0 -max_len=128 "$out/fewest" "$out/corpus" "$out/found/$name"
    for input in "$out"/fewest/*; do
        printf '%s\n' "$(hex_of "$input")"
    done | awk 'NF { print length, $0 }' | sort -n | cut -d ' ' -f 2
}

rewrite_corpus() {
    grep -F '#' "$corpus" >"$out/rewritten"
    fewest_inputs | grep -vxFf <(cut -d ' ' -f 1 "$out/rewritten" | grep -v '#') >>"$out/rewritten" || true
    cp "$out/rewritten" "$corpus"
}

[[ -f $corpus ]] || stop_with_usage
rm -rf "$out/broken"
mkdir -p "$out/broken" "$out/found/$name"
build_fuzzer
unpack "$out/corpus"
fuzz -max_len=512 -max_total_time="$seconds" -print_final_stats=1 "$out/found/$name" "$out/corpus" || keep_broken
grep -E 'DONE|average_exec|peak_rss' "$out/log"
[[ ${PHLIST_UPDATE-} != 1 ]] || rewrite_corpus
