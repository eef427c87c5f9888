import Foundation
import Testing

/// An editor on a real terminal.
struct EditorTests {
    @Test func `the editor has the terminal, and Ctrl-C in it changes nothing and leaves nothing behind`() throws {
        let home = try Home()
        #expect(try home("add", "oat milk").status == 0)
        let editor = "\(home.directory)/editor"
        let script = "#!/bin/sh\nprintf 'title: ' >/dev/tty\nread -r line </dev/tty\nprintf '%s\\n' \"$line\" >\"$1\"\n"
        try script.write(toFile: editor, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor)

        let first = try home.terminal("edit", "oat", environment: ["EDITOR": editor, "VISUAL": ""])
        try first.expect("title: ")
        try first.type("soy milk\r")
        #expect(try first.wait() == 0)
        #expect(try home("ls", "--plain").output.contains("soy milk"))

        let files = try FileManager.default.subpathsOfDirectory(atPath: home.directory).count
        let second = try home.terminal("edit", "soy", environment: ["EDITOR": editor, "VISUAL": ""])
        try second.expect("title: ")
        try second.interrupt()
        #expect(try second.wait() == 130)
        #expect(try home("ls", "--plain").output.contains("soy milk"))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home.directory).count == files)
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a signal that ends it while the editor runs ends the editor, and leaves nothing behind`(
        signal: Int32
    ) throws {
        let home = try Home()
        #expect(try home("add", "milk").status == 0)
        let files = try FileManager.default.subpathsOfDirectory(atPath: home.directory).count
        let editor = "printf 'title: ' >/dev/tty; exec sleep 600 #"
        let terminal = try home.terminal("edit", "milk", environment: ["EDITOR": editor, "VISUAL": ""])
        try terminal.expect("title: ")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home.directory).count > files)
        terminal.signal(signal)
        #expect(try terminal.wait() == 128 + signal)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home.directory).count == files)
        #expect(try home("ls", "--plain").output.contains("milk"))
    }

    @Test func `a list is edited as another member, and one that may not be changed stays as it is`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "member", "add", "Zoe").check()
        try ann("-q", "device", "share", "ann", "Zoe", "--yes").check()
        try ann("-q", "list", "new", "Trip", "--private", "--as", "Zoe").check()
        let editor = "sed -i '1s/.*/Trips/'"
        try ann.shell("EDITOR=\"\(editor)\" phlistctl list edit Trip").check(66, says: "no list \"Trip\"")
        try ann.shell("EDITOR=\"\(editor)\" phlistctl list edit Trip --as Zoe").check(says: "changed: Trips")
        try ann("list", "ls", "--as", "Zoe").check(says: "Trips")
        try ann("-q", "list", "new", "House", "--private").check()
        try ann.share("House", with: "ben", at: ben)
        try ben.expect("House", from: "list", "ls")
        try ann("unshare", "House", "ben").check()
        try ann.meet()
        let refused = try ben.shell("EDITOR=\"sed -i 1s/.*/Mine/\" phlistctl list edit House")
        refused.check(77, says: "it is no longer shared with you")
        try ann("list", "show", "House").check(says: "House")
    }
}
