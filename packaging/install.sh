#!/bin/sh
# Installs what stands beside it, and removes it again. ./dev install, the tarball and the Debian package use it.
set -eu

usage() {
    cat <<'END'
usage: ./install.sh [--system] [--prefix DIR] [--uninstall]

  (nothing)     installs below ~/.local, for you
  --system      installs below /usr/local, for the machine; as root
  --prefix DIR  installs below DIR instead
  --uninstall   stops phlistd and removes what was installed; your lists and the configuration stay
END
}

# stop_with STATUS TEXT: one line on standard error and the status, after sysexits.h.
stop_with() {
    printf 'install.sh: %s\n' "$2" >&2
    exit "$1"
}

# --- what is asked for

# The Debian package is made with --package DIR: the places are those of Debian below DIR, and no service is touched.
read_arguments() {
    scope=user prefix='' root='' action=install
    while [ $# -gt 0 ]; do
        case $1 in
        --system) scope=machine ;;
        --prefix)
            [ $# -gt 1 ] || stop_with 64 '--prefix needs a directory'
            prefix=${2%/}
            shift
            ;;
        --package)
            [ $# -gt 1 ] || stop_with 64 '--package needs a directory'
            root=$2 scope=package
            shift
            ;;
        --uninstall) action=uninstall ;;
        -h | --help) action=usage ;;
        *) stop_with 64 "unknown option $1; ./install.sh --help lists them" ;;
        esac
        shift
    done
    case $prefix in '' | /*) ;; *) stop_with 64 "--prefix must be an absolute path, not \"$prefix\"" ;; esac
}

choose_places() {
    case $scope in
    user) choose_home ;;
    machine) choose_machine ;;
    package) choose_package ;;
    esac
    record=$prefix/lib/phlist/installed-files
}

choose_home() {
    [ -n "${HOME-}" ] || stop_with 64 'HOME is not set'
    data=${XDG_DATA_HOME:-$HOME/.local/share} config=${XDG_CONFIG_HOME:-$HOME/.config}
    [ -z "$prefix" ] || data=$prefix/share
    prefix=${prefix:-$HOME/.local}
    bin=$prefix/bin lib=$prefix/lib man=$data/man
    user_units=$config/systemd/user
    bash=$data/bash-completion/completions zsh=$data/zsh/site-functions fish=$config/fish/completions
    state=${XDG_DATA_HOME:-$HOME/.local/share}/phlist control='systemctl --user'
}

choose_machine() {
    prefix=${prefix:-/usr/local}
    bin=$prefix/bin lib=$prefix/lib man=$prefix/share/man doc=$prefix/share/doc/phlist etc=/etc
    bash=$prefix/share/bash-completion/completions zsh=$prefix/share/zsh/site-functions
    fish=$prefix/share/fish/vendor_completions.d firewalld=/etc/firewalld/services
    state=/var/lib/phlist control=systemctl
    # Elsewhere systemd does not look for units.
    case $prefix in
    /usr | /usr/local) system_units=$lib/systemd/system user_units=$lib/systemd/user ;;
    *) system_units=/etc/systemd/system user_units=/etc/systemd/user lib=/etc ;;
    esac
}

choose_package() {
    prefix=/usr
    bin=/usr/bin lib=/usr/lib man=/usr/share/man doc=/usr/share/doc/phlist etc=/etc
    bash=/usr/share/bash-completion/completions zsh=/usr/share/zsh/vendor-completions
    fish=/usr/share/fish/vendor_completions.d firewalld=/usr/lib/firewalld/services
    # Where debhelper of Debian 12 looks for them.
    system_units=/lib/systemd/system user_units=/usr/lib/systemd/user
    state=/var/lib/phlist control=:
}

# --- the files

# Prints the mode, the name and the place of each file, or the target and the place of each link, with tabs between.
planned_files() {
    grep -v '^#' "$here/files" | while read -r for_whom mode name place; do
        [ "$for_whom" = all ] || [ "$scope" != user ] || continue
        place=$(place_of "$place")
        if [ "$mode" = link ]; then
            printf 'link\t%s\t%s\n' "$name" "$place"
            continue
        fi
        for file in "$here"/$name; do
            [ -f "$file" ] || stop_with 66 "the file $file is missing: unpack or stage phlist again"
            printf '%s\t%s\t%s%s\n' "$mode" "$file" "$place" "${file##*/}"
        done
    done
}

place_of() {
    directory=${1#\{}
    directory=${directory%%\}*}
    case $directory in
    bin) directory=$bin ;;
    lib) directory=$lib ;;
    etc) directory=$etc ;;
    man) directory=$man ;;
    doc) directory=$doc ;;
    bash) directory=$bash ;;
    zsh) directory=$zsh ;;
    fish) directory=$fish ;;
    firewalld) directory=$firewalld ;;
    user-units) directory=$user_units ;;
    system-units) directory=$system_units ;;
    *) stop_with 70 "the list of files names a place that is not known: $1" ;;
    esac
    printf '%s%s' "$directory" "${1#*\}}"
}

# Copies a file beside its place and renames it: a program that runs keeps the file that it was started from.
put_file() {
    mkdir -p "${3%/*}"
    case $3 in
    *.service) sed "s|^ExecStart=/usr/local/bin/\\([a-z]*\\)|ExecStart=$(unit_word "$bin/\\1")|" "$2" >"$3.new" ;;
    *) cp "$2" "$3.new" ;;
    esac
    chmod "$1" "$3.new"
    mv -f "$3.new" "$3"
}

# unit_word TEXT: the text as a word of a unit, for sed: a blank ends a word, and % begins a specifier.
unit_word() {
    case $1 in
    *[\"\|\&]*) stop_with 64 "the directory ${1%/*} has a character that a unit cannot name; choose another --prefix" ;;
    *' '*) printf '"%s"' "$1" ;;
    *) printf '%s' "$1" ;;
    esac | sed 's/%/%%/g'
}

# Another program with the name of the link stays.
put_link() {
    [ -e "$2" ] || [ -L "$2" ] || ln -s "$1" "$2"
}

put_files() {
    printf '%s\n' "$plan" | while IFS='	' read -r mode name place; do
        if [ "$mode" = link ]; then put_link "$name" "$root$place"; else put_file "$mode" "$name" "$root$place"; fi
    done
}

# Prints the places of the files that are ours: a link that leads elsewhere is not.
own_places() {
    printf '%s\n' "$plan" | while IFS='	' read -r mode name place; do
        [ "$mode" != link ] || [ "$(readlink "$place")" = "$name" ] || continue
        printf '%s\n' "$place"
    done
}

# Writes down what was installed, and removes what an earlier version installed and this one does not have.
keep_record() {
    mkdir -p "${record%/*}"
    own_places >"$record.new"
    if [ -f "$record" ]; then
        grep -Fxv -f "$record.new" "$record" | while read -r place; do rm -f "$place"; done || true
    fi
    mv -f "$record.new" "$record"
}

# --- the service

is_booted() {
    [ -d /run/systemd/system ]
}

# A manager that cannot be reached, as behind su or in a chroot, has nothing to restart.
restart_services() {
    is_booted || return 0
    $control daemon-reload 2>/dev/null || return 0
    if $control --quiet is-active phlistd.service 2>/dev/null; then
        $control restart phlistd.service
        was_running=yes
    fi
}

stop_services() {
    is_booted || return 0
    enabled=''
    for unit in phlistd.service phlist-check.timer; do
        ! $control --quiet is-enabled "$unit" 2>/dev/null || enabled="$enabled $unit"
    done
    $control --quiet disable --now phlistd.service phlist-check.timer 2>/dev/null || true
}

# Lets the package's programs go on with what ran, if the package is here, too.
hand_over() {
    is_booted || return 0
    $control daemon-reload 2>/dev/null || return 0
    [ -n "$enabled" ] && [ "$bin" != /usr/bin ] && [ -x /usr/bin/phlistd ] || return 0
    # shellcheck disable=SC2086 # several units
    $control --quiet enable --now $enabled && echo 'phlistd of the package runs in its place'
}

prepare_machine() {
    [ "$scope" = machine ] || return 0
    command -v systemd-sysusers >/dev/null || stop_with 69 'systemd-sysusers is missing: the units need systemd'
    systemd-sysusers "$lib/sysusers.d/phlist.conf"
    # In a chroot systemd-tmpfiles may refuse to work.
    systemd-tmpfiles --create "$lib/tmpfiles.d/phlist.conf" 2>/dev/null ||
        install -d -m 0750 -o phlist -g phlist /etc/phlist
}

# --- install and uninstall

# The libraries that phlistd needs and this machine lacks.
missing_libraries() {
    ldd "$here/phlistd" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | tr '\n' ' '
}

check_machine() {
    [ "$scope" = user ] || [ "$scope" = package ] || [ "$(id -u)" = 0 ] || stop_with 77 '--system needs root: use sudo'
    [ "$scope" != package ] || return 0
    missing=$(missing_libraries)
    [ -z "$missing" ] ||
        stop_with 69 "phlistd needs ${missing% }; Debian: apt install libsodium23 libavahi-compat-libdnssd1 libavahi-common3"
}

install_all() {
    check_machine
    was_running=''
    plan=$(planned_files)
    put_files
    [ "$scope" != package ] || return 0
    keep_record
    prepare_machine
    restart_services
    tell_installed
}

# count PATTERN: how many of the installed files the pattern fits.
count() {
    grep -c -- "$1" "$record" || true
}

tell_installed() {
    printf 'installed phlist %s below %s: 2 programs, %s units, %s manual pages, completions for bash, zsh and fish\n' \
        "$(cat "$here/version")" "$prefix" "$(count '/systemd/')" "$(count '/man/man')"
    if [ -n "$was_running" ]; then
        echo 'phlistd was running and was restarted with the new version'
    elif [ "$scope" = user ]; then
        echo "start it now and at every login: $control enable --now phlistd phlist-check.timer" \
            "(without a login, too: sudo loginctl enable-linger $(id -un))"
    else
        echo "start it now and at every start: $control enable --now phlistd phlist-check.timer" \
            '(who may use it: usermod --append --groups phlist NAME)'
    fi
    echo "remove it and keep the lists: ${PHLIST_UNINSTALL:-$0$([ "$scope" = user ] || echo ' --system')$elsewhere --uninstall}"
    # At a login Debian's shell profile takes ~/.local/bin into the PATH, and no other place.
    again=$([ -n "$elsewhere" ] || echo 'log in again, or: ')
    case :$PATH: in *:"$bin":*) ;; *) echo "$bin is not in your PATH: ${again}export PATH=\"$bin:\$PATH\"" ;; esac
    [ "$bin" = /usr/bin ] || [ ! -x /usr/bin/phlistd ] ||
        echo 'the package phlist is installed, too, in /usr/bin; remove one of the two'
}

uninstall_all() {
    [ "$scope" = user ] || [ "$(id -u)" = 0 ] || stop_with 77 '--system needs root: use sudo'
    [ -f "$record" ] || stop_with 66 "nothing is installed below $prefix: there is no $record"
    stop_services
    while IFS= read -r place; do rm -f "$place"; done <"$record"
    # Of the directories those that are named for phlist are ours.
    while IFS= read -r place; do
        case ${place%/*} in */phlist) rmdir "${place%/*}" 2>/dev/null || true ;; esac
    done <"$record"
    rm -f "$record"
    rmdir "${record%/*}" 2>/dev/null || true
    echo "removed phlist from $prefix"
    hand_over
    if [ "$scope" = user ]; then
        echo "left: the lists in $state and the configuration in ${XDG_CONFIG_HOME:-$HOME/.config}/phlist"
    else
        echo "left: the lists in $state, the configuration in /etc/phlist, the user and group phlist"
    fi
}

here=$(cd "$(dirname "$0")" && pwd)
read_arguments "$@"
elsewhere=${prefix:+ --prefix $prefix}
[ "$action" != usage ] || { usage; exit 0; }
choose_places
"${action}_all"
