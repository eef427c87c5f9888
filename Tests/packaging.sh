#!/bin/bash
# Checks what every installation consists of, without building a package: ./dev deb does that, and lintian reads it.
# usage: Tests/packaging.sh DIRECTORY     (for the pages of Tests/manuals.sh and throw-away installations; programs built)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=Tests/support/daemon.sh
source Tests/support/daemon.sh
# shellcheck source=Tests/support/manuals.sh
source Tests/support/manuals.sh
# shellcheck source=packaging/package.sh
source packaging/package.sh
scratch=$1
mkdir -p "$scratch"
# A home of the test is told by HOME alone.
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME

fail() {
    printf 'packaging.sh: %s\n' "$*" >&2
    exit 1
}

# Lets the pages that exist stand for those that ./dev stage writes.
write_manuals() {
    cp -r "$scratch/man" "$2"
}

# tree DIRECTORY: the files below it, with their modes.
tree() {
    (cd "$1" && find . ! -type d -printf '%M %p\n' | LC_ALL=C sort)
}

# A tilde sorts before the release in Debian, as a hyphen does elsewhere.
has_the_version_of_the_package() {
    local package
    package=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
    [[ ${package//\~/-} == "$(program_version)" ]] || fail "the package is $package, the programs are $(program_version)"
}

installs_into_a_home() {
    local home="$scratch/a home" output
    mkdir -p "$home"
    output=$(HOME=$home "$scratch/staged/install.sh")
    (($(wc -l <<<"$output") <= 4)) || fail "install says more than three lines and one about PATH: $output"
    [[ $(HOME=$home "$home/.local/bin/phl" --version) == *" $(program_version)" ]] || fail 'phl does not run'
    grep -q "^ExecStart=\"$home/.local/bin/phlistd\"" "$home/.config/systemd/user/phlistd.service" ||
        fail 'the unit does not name the program that was installed'
    [[ -z $(find "$home" -path '*sysusers*' -o -path '*ufw*') ]] || fail 'a home has files for the machine'
    echo stale >"$home/.local/bin/stale"
    echo "$home/.local/bin/stale" >>"$home/.local/lib/phlist/installed-files"
    HOME=$home "$scratch/staged/install.sh" >/dev/null
    [[ ! -e $home/.local/bin/stale ]] || fail 'what an earlier version installed stays'
    HOME=$home packaging/install.sh --uninstall >/dev/null
    [[ -z $(tree "$home") ]] || fail "left after uninstalling: $(tree "$home")"
    ! HOME=$home packaging/install.sh --uninstall 2>/dev/null || fail 'uninstalling twice succeeds'
}

fills_a_package() {
    local package=$scratch/package unit
    "$scratch/staged/install.sh" --package "$package"
    for unit in systemd/system/*; do
        [[ -s $package/lib/systemd/system/${unit##*/} ]] || fail "the package lacks $unit"
    done
    for unit in systemd/user/*; do
        [[ -s $package/usr/lib/systemd/user/${unit##*/} ]] || fail "the package lacks $unit"
    done
    ! grep -rq '/usr/local' "$package/lib" "$package/usr/lib" || fail 'a unit names /usr/local'
    [[ ! -e $package/usr/lib/phlist ]] || fail 'the package has a record of the installer'
}

# A file that the list names and that is not there is a mistake; so that silence means something.
notices_a_missing_file() {
    rm -r "$scratch/staged/firewalld"
    ! HOME=$scratch/none "$scratch/staged/install.sh" --package "$scratch/none" 2>"$scratch/refusal" ||
        fail 'a missing file is not noticed'
    grep -q 'firewalld.* is missing' "$scratch/refusal" || fail "the refusal says: $(cat "$scratch/refusal")"
    [[ ! -e $scratch/none ]] || fail 'an installation that cannot be whole was begun'
}

# The ports stand in the services for firewalls and in the documents as in the code.
names_the_ports() {
    local port
    for port in $(sed -n 's/.*standardPort\(: UInt16\)\{0,1\} = \([0-9]*\)$/\2/p' \
        Sources/PhlistDaemon/Configuration/DaemonConfiguration.swift Sources/PhlistDaemon/Pairing/PairingDesk.swift) 5353; do
        for file in packaging/ufw/phlist packaging/firewalld/phlist.xml docs/install.md packaging/man/phlist.7; do
            grep -q "$port" "$file" || fail "$file does not name port $port"
        done
    done
}

# The documents of which the manual pages say that they are there.
has_the_documents() {
    local document count=0
    while read -r document; do
        [[ -s $scratch/staged/doc/$document ]] || fail "the installation lacks the document $document"
        ((count += 1))
    done < <(grep -oh '/usr/share/doc/phlist/[a-z.]*' packaging/man/* | sed 's,.*/,,' | sort -u)
    ((count >= 4)) || fail "only $count documents were found"
}

explains_every_key() {
    local key count=0
    while read -r key; do
        grep -q "^\.It Cm $key" packaging/man/phlist.yaml.5 || fail "phlist.yaml(5) does not explain $key"
        grep -q "^# $key:" packaging/phlist.yaml || fail "packaging/phlist.yaml has no $key"
        ((count += 1))
    done < <(sed -n 's/^    case \([a-zA-Z]*\)\( = "\(.*\)"\)\{0,1\}$/\3 \1/p' \
        Sources/PhlistDaemon/Configuration/ConfigurationKey.swift | awk '{ print $1 }')
    ((count >= 9)) || fail "only $count keys were found"
}

scripts_are_sound() {
    local script
    for script in packaging/install.sh debian/phlist.config debian/phlist.p*; do sh -n "$script"; done
}

stage_from "$bin" "$scratch/staged"
has_the_version_of_the_package
installs_into_a_home
fills_a_package
notices_a_missing_file
names_the_ports
has_the_documents
explains_every_key
scripts_are_sound
echo "left out: the package, and two machines that boot with it: ./dev deb, ./dev boot"
