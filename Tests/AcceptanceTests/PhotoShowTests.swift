import Foundation
import Testing

/// Photos as they are seen: in lists, in the terminal, and while their bytes are elsewhere.
struct PhotoShowTests {
    /// A home with a photo of milk, and a program that stands for chafa.
    private static func filled() throws -> Home {
        let home = try Home()
        try PhotoTests.makePicture("cow.jpg", home, side: 400)
        let made = try home.bash(
            """
            mkdir bin && cat >bin/chafa <<'END' && chmod +x bin/chafa
            #!/bin/bash
            for file in "$@"; do :; done
            printf 'drawn %s %s' "$*" "$(ulimit -v) $(vipsheader -f width "$file")" | tr '\\n' ' '
            echo " in $(stat -c %a "$(dirname "$file")")."
            END
            """
        )
        #expect(made.status == 0, "\(made)")
        try home("add", "tea")
        let added = try home("add", "milk", "--photo", "cow.jpg")
        added.expect(0, #"added "milk" to Shopping (<2>), with a photo"#)
        return home
    }

    @Test func `a photo is a line where nothing can be drawn, and says where it is`() throws {
        let home = try Self.filled()
        let shown = try home("photo", "show", "milk")
        #expect(shown.status == 0 && shown.messages.isEmpty, "\(shown)")
        #expect(
            shown.output.contains(/^photo of milk \(<2>\): 400 × 400 JPEG, [0-9.]+ kB, set .*; here\n$/),
            "\(shown)"
        )
        try home("photo", "show", "tea").expect(66, #"! phlistctl: "tea" has no photo"#)
        #expect(try home("photo", "show", "milk", "--json").output.contains(#""place":"here""#))
    }

    @Test func `in a terminal chafa draws it with the room that is there, little memory, and leaves no file`() throws {
        let home = try Self.filled()
        let with = try home.terminal(shell: "PATH=$PWD/bin:$PATH phlistctl photo show milk; echo status $?")
        try with.expect("drawn --animate=off --size=80x21 -- ")
        try with.expect("/photo.jpg 1048576 400 in 700.")
        try with.expect("photo of milk")
        try with.expect("; here")
        try with.expect("status 0")
        #expect(try home.bash("find run . -maxdepth 1 -name 'phlist-*'").output.isEmpty)
        // Without the program the line is all, and says how to get more.
        let without = try home.terminal(
            shell: "ctl=$(command -v phlistctl); PATH=/none $ctl photo show milk; echo status $?"
        )
        try without.expect("; here")
        try without.expect("to see photos here: apt-get install chafa")
        try without.expect("status 0")
        let failing = try home.terminal(
            shell:
                "printf '#!/bin/sh\nexit 3' >bin/chafa; PATH=$PWD/bin:$PATH phlistctl photo show milk; echo status $?"
        )
        try failing.expect("chafa cannot draw the photo (status 3)")
        #expect(try home.bash("find run . -maxdepth 1 -name 'phlist-*'").output.isEmpty)
    }

    @Test func `S4.24 a listing shows small pictures below their items, in a terminal alone`() throws {
        let home = try Self.filled()
        try home("add", "cocoa", "--photo", "cow.jpg")
        let with = try home.terminal(shell: "PATH=$PWD/bin:$PATH phlistctl ls --photos; echo status $?")
        for words in ["tea", "milk", "drawn --animate=off --size=24x6 -- ", "cocoa", "drawn --animate", "status 0"] {
            try with.expect(words)
        }
        let without = try home.terminal(shell: "ctl=$(command -v phlistctl); PATH=/none $ctl ls --photos")
        try without.expect("cocoa")
        try without.expect("to see photos here: apt-get install chafa")
        #expect(try home("ls", "--photos").output == home("ls").output)
        #expect(try home("ls", "--photos", "--json").output == home("ls", "--json").output)
    }

    @Test func `S4.24 beside the name stands a frame, which is empty while the photo is on another device`() throws {
        let (ann, ben) = try PhotoTests.household()
        #expect(try ben("config", "set", "photos", "on-demand").status == 0)
        try PhotoTests.makePicture("cow.jpg", ann)
        try ann("add", "milk", "-p", "cow.jpg")
        #expect(try ann("ls").output.contains("milk  ▣"))
        try PhotoTests.await("elsewhere", of: "milk", on: ben)
        #expect(try ben("ls").output.contains("milk  ▢"))
        try ann.daemon.stop()
        let away = try ben("photo", "show", "milk")
        #expect(away.status == 0 && away.output.contains(/; not here yet; on: \S+\n$/), "\(away)")
        try ann.daemon.start()
        let port = try #require(try ann("status", "--json").output.firstMatch(of: /"port":(\d+)/)?.1)
        #expect(try ben("config", "set", "peers", "127.0.0.1:\(port)").status == 0)
        try PhotoTests.await("here", of: "milk", on: ben)
        #expect(try ben("photo", "show", "milk").output.hasSuffix("; here\n"))
        #expect(try ben("ls").output.contains("milk  ▣"))
    }

    @Test func `an item and its photo are one change, and without the photo there is no item`() throws {
        let home = try Self.filled()
        let before = try home("ls", "--all", "--json").output
        for name in ["text.jpg", "empty.jpg", "none.jpg"] {
            try home.bash("echo text >text.jpg; : >empty.jpg").expect(0)
            let refused = try home("add", "beer", "--photo", name)
            #expect([65, 66].contains(refused.status), "\(name): \(refused)")
        }
        #expect(try home("add", "beer", "-p", "cow.jpg", "--dry-run").status == 0)
        try home("add", "Shopping", "-", "-p", "-").expect(
            64,
            "! phlistctl: the standard input cannot be the items and their photo"
        )
        #expect(try home("ls", "--all", "--json").output == before)
        let added = try home.bash("phlistctl add Shopping beer wine -p - <cow.jpg")
        #expect(added.status == 0 && added.output.contains(/wine.*with a photo/), "\(added)")
        #expect(try PhotoTests.saved("beer", on: home) == PhotoTests.saved("wine", on: home))
        #expect(try home("undo").status == 0)
        #expect(try home("ls").output.contains("beer") == false)
        #expect(try home.bash("find state/import -type f").output.isEmpty)
    }

    @Test func `nobody can give what is no photo that is here`() throws {
        let home = try Self.filled()
        let made = try home.shell(
            #"curl -s --unix-socket "$PHLIST_SOCKET" --data-binary @cow.jpg http://phlist/v1/photos"#
        ).output
        let name = try #require(made.firstMatch(of: /"photo":"([0-9a-f]+)"/)?.1)
        // The fifth digit belongs to the name of the bytes.
        let other = name.prefix(4) + (name.dropFirst(4).first == "0" ? "1" : "0") + name.dropFirst(5)
        let paths = ["../state/device.key", "/etc/passwd", "\(name.prefix(2))/\(name)", #"\u0000"#, name + #"\u0000"#]
        for wrong in [String(other), "", "01", "no digits", String(name.dropLast(2))] + paths {
            let body = #"{"titles":["rum"],"fields":{"photo":"\#(wrong)"}}"#
            let sent = try home.shell(
                #"curl -s --unix-socket "$PHLIST_SOCKET" --json '\#(body)' http://phlist/v1/items"#
            )
            #expect(sent.output.contains(#""code":"invalid""#), "\(wrong): \(sent)")
        }
        let body = #"{"items":["tea"],"fields":{"photo":"\#(name)"}}"#
        let sent = try home.shell(
            #"curl -s --unix-socket "$PHLIST_SOCKET" -X PATCH --json '\#(body)' http://phlist/v1/items"#
        )
        #expect(sent.output.contains(#""hasPhoto":true"#), "\(sent)")
    }
}
