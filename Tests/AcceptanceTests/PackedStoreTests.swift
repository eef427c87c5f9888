import Foundation
import Testing

/// What a device keeps and gives to others after its log was packed at a start.
struct PackedStoreTests {
    /// A text file of 300 items whose notes are long enough together for the next start to pack the log.
    private static func fill(_ home: Home) throws {
        let note = String(repeating: "the same words over and over ", count: 1_000)
        let items = (0..<300).map { #"{"title":"thing \#($0)","note":"\#(note)\#($0)"}"# }.joined(separator: ",")
        let lists = #"{"schemaVersion":1,"lists":[{"title":"Attic","items":[\#(items)]}]}"#
        try Data(lists.utf8).write(to: URL(filePath: "\(home.directory)/attic.json"))
        try home("import", "attic.json").check()
        try home("-q", "list", "new", "Diary", "--private").check()
        try home("-q", "add", "Diary", "secret").check()
        try home("done", "thing 7").check()
        try home("edit", "thing 8", "--title", "the eighth").check()
    }

    /// What a person sees of the lists, with one of the long notes; ids and times as they are.
    private static func sample(of home: Home) throws -> String {
        _ = try home.shell(
            """
            for words in 'ls Attic --plain' 'ls Diary --json' 'show thing\\ 299 --json' 'history Diary --json'; do
                eval phlistctl $words
            done > sample
            """
        )
        return try String(contentsOfFile: "\(home.directory)/sample", encoding: .utf8)
    }

    @Test func `a packed log keeps all that was written, for its device, a backup, and who joins`() throws {
        let (old, new, guest) = (try Home.called("ann"), try Home(), try Home.called("ben"))
        try Self.fill(old)
        let kept = try Self.sample(of: old)
        for words in ["the eighth", "secret", "the same words"] { #expect(kept.contains(words)) }
        let size = try old.shell("stat -c %s state/phlist.log").output
        try old.daemon.restart()
        try old.daemon.expectLog("log packed")
        #expect(try Self.sample(of: old) == kept)
        let (before, after) = (
            try #require(Int(size.trimmedLine)),
            try #require(Int(old.shell("stat -c %s state/phlist.log").output.trimmedLine))
        )
        #expect(before > 8_000_000 && after < before / 10, "\(before) \(after)")
        try old("store", "check", "state").check(says: "ok: the log is whole")
        try old("backup", "kept").check(says: "backed up 2 lists")
        // Another start has nothing to pack, and reads the same.
        try old.daemon.restart()
        #expect(old.daemon.logText.components(separatedBy: "log packed").count == 2)
        #expect(try Self.sample(of: old) == kept)
        try old("undo").check(says: "thing 8")
        try new("restore-backup", "\(old.directory)/kept").check(says: "restored 2 lists")
        #expect(try Self.sample(of: new) == kept)
        try guest.join(old).check()
        try guest.meet()
        try guest("show", "Attic/thing 299").check(says: "the same words")
        try guest("show", "Attic/thing 8").check()
        #expect(try guest("ls", "Diary").status == 66)
    }
}
