# The manual pages, made from what the programs say of themselves. Source it behind daemon.sh.
# shellcheck shell=bash

# mdoc has a macro for an empty line, and one for examples, whose lines must stay as they are.
keep_lines() {
    awk '
        /^phlistctl .*  / { if (!kept) print ".Bd -literal -offset indent"; kept = 1; print; next }
        kept { print ".Ed"; print ".Pp"; kept = 0; if ($0 == "") next }
        { print $0 == "" ? ".Pp" : $0 }'
}

# usage_of PROGRAM WORD...: the lines that the command says of how it is called.
usage_of() {
    "$@" --help | awk '/^USAGE: / { on = 1 } on && NF == 0 { exit } on { sub(/^(USAGE:|      ) /, ""); print }'
}

# finish_page PAGE NAME USAGE: puts the synopsis that the program gives in place of the one that is made of its options,
# and files, environment and exit status in place of what it says of the latter.
finish_page() {
    awk -v usage="$3" -v rest="$(environment_of "$2"; files_of "$2"; statuses_of "$2"; see_also "$2")" '
        # As the page is called: whatis(1) takes a blank for the end of a name.
        /^\.Dt / { gsub(/\./, "-"); sub(/^-/, ".") }
        /^\.Nm "/ { gsub(/"/, ""); gsub(/ /, "-"); sub(/-/, " ") }
        /^\.Sh SYNOPSIS/ { print; print ".Bd -literal -compact"; print usage; print ".Ed"; skip = 1; next }
        /^\.Sh "EXIT STATUS"/ { print rest; exit }
        /^\.Sh / { skip = 0 }
        !skip' <"$1" | keep_lines >"$1~"
    mv "$1~" "$1"
}

environment_of() {
    echo '.Sh ENVIRONMENT'
    if [[ $1 == phlistd ]]; then
        cat <<'END'
.Bl -tag -width 6n
.It Ev PHLIST_PORT , Ev PHLIST_PHOTOS No and so on
The values of the keys that
.Cm phlistctl config ls
shows, in capitals, with underscores for hyphens; they outweigh the files, and the options outweigh them.
.It Ev XDG_CONFIG_HOME , Ev XDG_DATA_HOME , Ev XDG_RUNTIME_DIR
Where the configuration, the state and the socket are, instead of the usual places.
.It Ev CONFIGURATION_DIRECTORY , Ev STATE_DIRECTORY , Ev RUNTIME_DIRECTORY
The same, as systemd gives them to a system service.
.El
END
        return
    fi
    cat <<'END'
.Bl -tag -width 6n
.It Ev PHLIST_SOCKET
The control socket of phlistd, where
.Fl -socket
names none.
.It Ev XDG_RUNTIME_DIR
Where that socket is looked for.
.It Ev PHLIST_QUICK_ENTRY
.Sq off
leaves words at the end of a new item in its title.
.It Ev PHLIST_NOTIFY_COMMAND
The program that
.Cm notify
runs for each reminder, where
.Fl -command
names none.
.It Ev DBUS_SESSION_BUS_ADDRESS
The bus of the desktop on which
.Cm notify
shows reminders.
.It Ev XDG_STATE_HOME
Where
.Cm notify
remembers what it has shown.
.It Ev VISUAL , Ev EDITOR
The program that edits a text.
.It Ev PHLIST_PAGER , Ev PAGER
The program that shows text which is longer than the terminal;
.Cm cat
or nothing for none.
.It Ev NO_COLOR
No colour, unless
.Fl -color
asks for it.
.It Ev LC_ALL , Ev LC_TIME , Ev LANG
The country, which says whether 12/5 is in May or in December.
.El
END
}

files_of() {
    [[ $1 == phlistd || $1 == phlistctl ]] || return 0
    cat <<'END'
.Sh FILES
.Bl -tag -width 6n
.It Pa ~/.config/phlist/phlist.yaml , ~/.config/phlist/conf.d/*.yaml
The configuration; of the system service in
.Pa /etc/phlist .
.It Pa ~/.local/share/phlist
The lists, their history, the photos and the key of the device; of the system service
.Pa /var/lib/phlist .
.It Pa $XDG_RUNTIME_DIR/phlist/control.sock
The control socket; of the system service
.Pa /run/phlist/control.sock .
.El
END
}

statuses_of() {
    cat <<'END'
.Sh "EXIT STATUS"
.Bl -tag -width 4n -compact
.It 0
All was done.
.It 1
A fault of phlist.
.It 64
The command line is not understood, or a name fits more than one thing.
.It 65
A value is not allowed.
.It 66
There is no such list, item or file.
.It 67
There is no such member or device.
.It 69
phlistd, or something that it needs, is missing.
.It 73
The disk is full.
.It 74
Reading or writing failed.
.It 75
Not now: the same may work later.
.It 77
That is not permitted.
.It 78
The configuration must be changed first.
END
    [[ $1 == phlistd ]] || printf '.It 130\nCtrl-C ended it.\n'
    echo .El
}

see_also() {
    echo '.Sh "SEE ALSO"'
    case $1 in
    phlistctl) echo '.Xr phlistd 8' ;;
    phlistd) echo '.Xr phlistctl 1' ;;
    *) printf '.Xr phlistctl 1 ,\n.Xr phlistd 8\n' ;;
    esac
}

# write_manuals PROGRAMS TO: a page for each command of phlistctl, one for phlistd.
write_manuals() {
    local page name day
    day=$(date -u ${SOURCE_DATE_EPOCH:+-d "@$SOURCE_DATE_EPOCH"} +%F)
    TMPDIR=$root/.build/tmp swift build --product generate-manual >&2
    mkdir -p "$2"
    "$bin/generate-manual" "$1/phlistctl" --multi-page --date "$day" --output-directory "$2"
    "$bin/generate-manual" "$1/phlistd" --section 8 --date "$day" --output-directory "$2"
    for page in "$2"/*.1; do
        name=$(basename "$page" .1)
        # shellcheck disable=SC2086 # the words of the command
        finish_page "$page" "$name" "$(usage_of "$1/phlistctl" $(tr . ' ' <<<"${name#phlistctl}"))"
    done
    finish_page "$2/phlistd.8" phlistd "$(usage_of "$1/phlistd")"
    # As the words are typed, which is what man looks for: phlistctl-list-new.1.
    for page in "$2"/*.*.1; do
        name=$(basename "$page" .1)
        mv "$page" "$2/${name//./-}.1"
    done
}
