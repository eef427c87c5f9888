# The manual pages, made from what the programs say of themselves. Source it behind daemon.sh.
# shellcheck shell=bash

# mdoc has a macro for an empty line, and one for examples, whose lines must stay as they are.
keep_lines() {
    awk '
        /^phlistctl .*  / { if (!kept) print ".Bd -literal -offset indent"; kept = 1; print; next }
        kept { print ".Ed"; print ".Pp"; kept = 0; if ($0 == "") next }
        { print $0 == "" ? ".Pp" : $0 }'
}

# write_manuals PROGRAMS TO: a page for each command of phlistctl, one for phlistd.
write_manuals() {
    local page name
    TMPDIR=$root/.build/tmp swift build --product generate-manual >&2
    mkdir -p "$2"
    "$bin/generate-manual" "$1/phlistctl" --multi-page --date "$(date -u +%F)" --output-directory "$2"
    "$bin/generate-manual" "$1/phlistd" --section 8 --date "$(date -u +%F)" --output-directory "$2"
    for page in "$2"/*; do
        keep_lines <"$page" >"$page~"
        mv "$page~" "$page"
    done
    # As the words are typed, which is what man looks for: phlistctl-list-new.1.
    for page in "$2"/*.*.1; do
        name=$(basename "$page" .1)
        mv "$page" "$2/${name//./-}.1"
    done
}
