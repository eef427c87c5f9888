# shellcheck shell=bash disable=SC2154
# What an installation consists of, and the packages that are made of it. Sourced by ./dev, behind manuals.sh.

deb_packages=(debhelper po-debconf lintian apt-utils gnupg dpkg-dev groff-base)

program_version() {
    sed -n 's/.*programVersion = "\(.*\)"/\1/p' Sources/PhlistControl/Versions.swift
}

# stage [--with-symbols]: builds the programs, and gathers in .build/install what packaging/files names.
# The package keeps the symbols in a second one; without the option they are left out.
stage() {
    local program
    build_release
    stage_from .build/release .build/install
    for program in phlistd phlistctl; do make_reproducible ".build/install/$program"; done
    [[ ${1-} == --with-symbols ]] || strip .build/install/phlistd .build/install/phlistctl
}

# stage_from PROGRAMS TO: gathers the files, with the programs of a directory.
stage_from() {
    local from=$1 to=$2
    rm -rf "$to"
    mkdir -p "$to/completions" "$to/doc"
    cp "$from/phlistd" "$from/phlistctl" packaging/files packaging/install.sh "$to"
    cp -r systemd/user systemd/system systemd/sysusers.d systemd/tmpfiles.d packaging/ufw packaging/firewalld "$to"
    program_version >"$to/version"
    # It is read by a shell, and never run.
    "$to/phlistctl" completion bash | sed '1{/^#!/d}' >"$to/completions/phlistctl"
    "$to/phlistctl" completion zsh >"$to/completions/_phlistctl"
    "$to/phlistctl" completion fish >"$to/completions/phlistctl.fish"
    write_manuals "$to" "$to/man"
    cp packaging/man/* "$to/man"
    cp README.md docs/{guide,install,phones,troubleshooting,upgrade,faq}.md packaging/phlist.yaml "$to/doc"
    third_party_notices >"$to/doc/third-party-notices"
}

# make_reproducible FILE: the same bytes for the same source. The compiler leaves a hash in each object that depends on the
# names of its temporary files and that nothing reads later; the id of the build is then that of the stripped program.
make_reproducible() {
    local id
    overwrite_section "$1" .swift_modhash 0 <<<''
    overwrite_section "$1" .note.gnu.build-id 16 <<<''
    strip -o "$1.stripped" "$1"
    id=$(sha1sum <"$1.stripped" | cut -d ' ' -f 1)
    rm "$1.stripped"
    overwrite_section "$1" .note.gnu.build-id 16 <<<"$id"
}

# overwrite_section FILE SECTION SKIP: puts the hexadecimal bytes of standard input behind the first bytes of the section,
# and zeros up to its end.
overwrite_section() {
    local offset size hex
    read -r offset size < <(readelf --section-headers --wide "$1" |
        awk -v name="$2" '{ for (i = 1; i < NF; i++) if ($i == name) print $(i + 3), $(i + 4) }') ||
        return 0
    read -r hex
    size=$((16#$size - $3 - ${#hex} / 2))
    # shellcheck disable=SC2001 # a pattern that keeps what it found
    { printf '%b' "$(sed 's/../\\x&/g' <<<"$hex")"; head -c "$size" /dev/zero; } |
        dd of="$1" bs=1 seek=$((16#$offset + $3)) conv=notrunc status=none
}

# The licenses and notices of the packages that are linked into the programs.
third_party_notices() {
    local file
    find .build/checkouts -maxdepth 2 \( -iname 'LICENSE*' -o -iname 'NOTICE*' \) -type f | LC_ALL=C sort |
        while read -r file; do
            printf '=== %s\n\n' "${file#.build/checkouts/}"
            cat "$file"
            printf '\n'
        done
}

dev_stage() {
    local program
    need_swift
    stage "$@"
}

# --- install and uninstall

dev_install() {
    check_scope "$@"
    offer_package "$@" && return
    need_swift
    need_packages "${build_packages[@]}" "${runtime_packages[@]}"
    stage
    in_scope "${1-}" .build/install/install.sh
}

dev_uninstall() {
    check_scope "$@"
    in_scope "${1-}" packaging/install.sh --uninstall
}

check_scope() {
    case $*: in :|--system:) ;; *) stop_with 64 "unknown option $*; known is --system" ;; esac
}

# in_scope SCOPE COMMAND...: as root where the places need it.
in_scope() {
    local scope=$1
    shift
    local -x PHLIST_UNINSTALL="$root/dev uninstall${scope:+ $scope}"
    if [[ $scope == --system ]]; then
        as_root "PHLIST_UNINSTALL='$PHLIST_UNINSTALL' '$root/$1' ${*:2} --system"
    else
        "$@"
    fi
}

# Offers the package of this machine's kind that ./dev deb has made, in place of what dpkg would know nothing of.
offer_package() {
    local package answer
    [[ ${1-} == --system ]] && command -v dpkg >/dev/null || return 1
    package=$(find .build/deb -name "phlist_*_$(dpkg --print-architecture).deb" 2>/dev/null | head -n 1)
    [[ -n $package ]] || return 1
    if [[ -t 0 && -t 2 ]]; then
        read -rp "Install the package $package instead, so that apt knows of it? [Y/n] " answer
        [[ ${answer:-y} == [yY]* ]] || return 1
        as_root "apt-get install -y '$root/$package'"
    else
        echo "there is a package, too: apt install ./$package" >&2
        return 1
    fi
}

# --- the Debian package, its repository, and the tarball

# dev_deb [--sign KEY] [--arch ARCHITECTURE]
dev_deb() {
    local key='' architecture='' out=.build/deb
    while (($#)); do
        case $1 in
        --sign) key=${2-} ;;
        --arch) architecture=${2-} ;;
        *) stop_with 64 "unknown option $1; known are --sign KEY and --arch ARCHITECTURE" ;;
        esac
        [[ -n ${2-} ]] || stop_with 64 "$1 needs a value"
        shift 2
    done
    need_swift
    need_packages "${build_packages[@]}" "${runtime_packages[@]}" "${deb_packages[@]}"
    need_architecture "${architecture:=$(dpkg --print-architecture)}"
    rm -rf "$out"
    mkdir -p "$out"
    make_packages "$out"
    make_tarball "$out"
    make_repository "$out" "$key"
    (cd "$out" && sha256sum ./*.deb ./*.tar.gz)
    lintian --fail-on error,warning --tag-display-limit 0 "$out"/*.changes
}

# Another architecture needs a compiler for it, and the libraries.
need_architecture() {
    local own
    own=$(dpkg --print-architecture)
    [[ $1 != "$own" ]] || return 0
    [[ $1 == arm64 ]] || stop_with 64 "phlist is packaged for amd64 and arm64, not for $1"
    swift sdk list 2>/dev/null | grep -qi 'aarch64.*linux-gnu\|linux-gnu.*aarch64' ||
        stop_with 69 "a package for arm64 cannot be made on $own: there is no Swift SDK for aarch64-unknown-linux-gnu \
(swift sdk list; swift-sdk-generator makes one of Debian 12, with libsodium-dev and libavahi-compat-libdnssd-dev of arm64 \
in it; the SDK for static Linux has musl, and Debian's libraries have not); on a machine with arm64: ./dev deb"
    stop_with 69 "a Swift SDK for arm64 is there, but ./dev deb does not use it yet; on a machine with arm64: ./dev deb"
}

# make_packages OUT: the packages and what describes them; two builds of one tree in one directory give the same bytes. In
# another one two lengths of paths differ, and names in the symbols; phlist.buildinfo names the directory.
make_packages() {
    local out
    out=$(realpath "$1")
    SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -STimestamp)
    export SOURCE_DATE_EPOCH
    PHLIST_PACKAGES=$out logged_or_shown 'package' "$out/build.log" \
        dpkg-buildpackage --build=binary --no-sign --buildinfo-file="$out/phlist.buildinfo" --buildinfo-option="-u$out" \
        --buildinfo-option=--always-include-path --changes-option="-u$out" --changes-file="$out/phlist.changes"
    fakeroot debian/rules clean >/dev/null
}

# logged_or_shown NAME FILE COMMAND...: the output is kept in the file, and shown if the command fails.
logged_or_shown() {
    logged "$@" || { cat "$2" >&2; return 1; }
}

# make_tarball OUT: the same files, for machines without dpkg; ./install.sh in it installs them.
make_tarball() {
    local name
    name=phlist-$(dpkg-parsechangelog -SVersion)-linux-$(uname -m)
    mkdir -p "$1/$name"
    cp -r .build/install/. "$1/$name"
    strip "$1/$name/phlistd" "$1/$name/phlistctl"
    cp LICENSE CHANGELOG.md "$1/$name"
    tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=go=rX,u+rw \
        --directory "$1" "$name" | gzip -9n >"$1/$name.tar.gz"
    rm -rf "${1:?}/$name"
}

# make_repository OUT KEY: a directory that apt reads, from any web server or disk; signed with a key of gpg.
make_repository() {
    local apt=$1/apt key=$2 architecture release
    architecture=$(dpkg --print-architecture)
    release=$apt/dists/stable
    mkdir -p "$apt/pool/main/p/phlist" "$release/main/binary-$architecture"
    cp "$1"/*.deb "$apt/pool/main/p/phlist"
    (cd "$apt" && apt-ftparchive packages pool) >"$release/main/binary-$architecture/Packages"
    gzip -9nk "$release/main/binary-$architecture/Packages"
    apt-ftparchive -o APT::FTPArchive::Release::Origin=phlist -o APT::FTPArchive::Release::Label=phlist \
        -o APT::FTPArchive::Release::Suite=stable -o APT::FTPArchive::Release::Codename=stable \
        -o APT::FTPArchive::Release::Components=main -o APT::FTPArchive::Release::Architectures="$architecture" \
        release "$release" >"$1/Release"
    mv "$1/Release" "$release"
    if [[ -z $key ]]; then
        echo 'the repository in .build/deb/apt is not signed; with a key of gpg: ./dev deb --sign KEY' >&2
        return
    fi
    gpg --batch --yes --local-user "$key" --clearsign --output "$release/InRelease" "$release/Release"
    gpg --batch --yes --local-user "$key" --armor --detach-sign --output "$release/Release.gpg" "$release/Release"
    gpg --batch --yes --export "$key" >"$apt/phlist.gpg"
}

dev_boot() {
    [[ $EUID -eq 0 ]] || stop_with 77 'booting machines needs root: sudo ./dev boot'
    need_packages systemd-container debootstrap iproute2 "${deb_packages[@]}"
    exec Tests/boot/boot.sh "$@"
}
