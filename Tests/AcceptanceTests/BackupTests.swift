import Foundation
import Testing

/// What is kept of a device in a file, and brought back on another one.
struct BackupTests {
    /// What a person sees of all lists, byte for byte, with whole ids.
    private static func everything(in home: Home) throws -> String {
        _ = try home.shell(
            """
            for words in 'list ls' 'ls --all' trash 'history Shopping' 'history Garden' 'form ls' 'member ls'; do
                phlistctl --json $words
            done > everything
            """
        )
        return try String(contentsOfFile: "\(home.directory)/everything", encoding: .utf8)
    }

    private static func filled() throws -> Home {
        let home = try Home()
        try home("member", "add", "Ann", "--email", "ann@example.org")
        try home("member", "me", "Ann")
        try home("list", "new", "Shopping")
        try home("add", "Shopping", "milk", "bread", "tea")
        try home("list", "new", "Garden", "--private")
        try home("add", "Garden", "weeding", "--note", "behind the shed", "--due", "2030-05-01", "--tag", "out")
        try home("section", "add", "Shopping", "Dairy")
        try home("mv", "milk", "Shopping/Dairy")
        try home("done", "bread")
        try home("rm", "tea")
        try home("edit", "milk", "--title", "oat milk")
        try home("list", "default", "Garden")
        return home
    }

    @Test func `S4.7 with the only device lost, a backup brings everything to a new one, and on to the next`() throws {
        let (old, new) = (try Self.filled(), try Home())
        let saved = try old("backup", "kept")
        #expect(saved.status == 0, "\(saved.messages)")
        #expect(saved.output.hasPrefix("backed up 2 lists, 3 items, 1 member, "), "\(saved.output)")
        let restored = try new("restore-backup", "\(old.directory)/kept")
        restored.expect(0, "restored 2 lists, 3 items, 1 member")
        let kept = try Self.everything(in: old)
        #expect(kept.contains("behind the shed"))
        #expect(try Self.everything(in: new) == kept)
        try new.daemon.restart()
        #expect(try Self.everything(in: new) == kept)
        // It is the new device's own now: whoever joins it gets it.
        let third = try Home()
        try third("member", "me", "none")
        #expect(try third.join(new).status == 0)
        try third("sync", "--wait")
        #expect(try third("ls", "Shopping", "--plain").output.contains("oat milk"))
    }

    @Test func `a restored backup says who sees which list, as that may have changed since`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Gift", "Diary"] { try ann("-q", "list", "new", list, "--private").check() }
        try ann.share("Gift", with: "ben", at: ben)
        try ann("-q", "backup", "kept").check()
        try ann("unshare", "Gift", "ben").check()
        let restored = try Home()("restore-backup", "\(ann.directory)/kept")
        restored.check(says: "if you hid or unshared one since, do it again")
        restored.check(says: "Gift is shown to ben")
        restored.check(says: "everybody sees Shopping")
        #expect(!restored.messages.contains("Diary is shown"), "\(restored.messages)")
    }

    @Test func `a backup is made while changes go on, is a log, and has no key in it`() throws {
        let home = try Self.filled()
        let saved = try home.shell(
            """
            for i in 1 2 3 4 5 6 7 8 9; do phlistctl -q add Shopping "thing $i" > /dev/null; done & \
            for i in 1 2 3; do phlistctl -q backup "kept $i"; done; wait
            """
        )
        saved.expect(0, "kept 1", "kept 2", "kept 3")
        for number in 1...3 {
            let checked = try home("store", "check", "kept \(number)")
            #expect(checked.status == 0 && checked.output.hasSuffix("ok: the backup is whole\n"), "\(checked)")
        }
        let path = "\(home.directory)/kept 3"
        let bytes = try Data(contentsOf: URL(filePath: path))
        let key = try Data(contentsOf: URL(filePath: "\(home.directory)/state/device.key"))
        #expect(key.count >= 32)
        #expect(bytes.range(of: key) == nil && bytes.range(of: key.suffix(32)) == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try home.shell("ls").output.contains(".new") == false)
    }

    @Test func `a backup and an export take no other file away, whatever its name is`() throws {
        let home = try Self.filled()
        let made = try home.shell(
            """
            echo mine > kept.new; echo mine > lists.json.new
            phlistctl -q backup kept; phlistctl export -o lists.json; phlistctl -q backup kept --force
            phlistctl backup no/folder 2> /dev/null; cat kept.new lists.json.new; ls
            """
        )
        #expect(made.output.contains("mine\nmine\n"), "\(made)")
        #expect(made.output.split(separator: "\n").filter { $0.contains(".new") }.count == 2, "\(made)")
    }

    @Test func `what is not a backup, and where no backup may go, is refused, and nothing is changed`() throws {
        let (old, new) = (try Self.filled(), try Home())
        try old("backup", "kept")
        try old("backup", "kept").expect(
            64,
            "! phlistctl: kept already exists",
            "! name another file, or add --force"
        )
        #expect(try old("backup", "kept", "--force").status == 0)
        #expect(try old("backup", "no/such/folder").status == 66)
        #expect(try old("restore-backup", "kept").transcript.first?.contains("this device has 2 lists") == true)
        #expect(try old("restore-backup", "kept").status == 77)
        _ = try old.shell(
            "head -c 900 kept > torn; cp kept rotten; printf XXXX | dd of=rotten bs=1 seek=300 conv=notrunc"
        )
        _ = try old.shell("echo nothing > foreign; : > empty")
        for (name, status) in [("torn", 65), ("rotten", 65), ("foreign", 65), ("empty", 65), ("missing", 66)] {
            let refused = try new("restore-backup", "\(old.directory)/\(name)")
            #expect(refused.status == status, "\(name): \(refused)")
        }
        // The daemon looks itself, whoever sends.
        for name in ["torn", "rotten", "foreign", "empty"] {
            let path = "\(old.directory)/\(name)"
            let url = "http://phlist/v1/backup"
            let sent = try new.shell(#"curl -s --unix-socket "$PHLIST_SOCKET" --data-binary @\#(path) \#(url)"#)
            #expect(sent.output.contains(#""code":"invalid""#), "\(name): \(sent)")
        }
        #expect(try new("list", "ls", "--plain").output.isEmpty)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(new.directory)/state").contains("phlist.restore")
                == false
        )
        #expect(try new("restore-backup", "\(old.directory)/kept").status == 0)
    }

    @Test func `a full disk leaves no backup, and one line`() throws {
        let home = try Self.filled()
        let refused = try home.shell("ulimit -f 1; trap '' XFSZ; phlistctl backup kept")
        let lines = refused.transcript
        // The number is that of the process.
        #expect(lines.first?.wholeMatch(of: /! phlistctl: cannot write kept\.\d+\.new: file size limit reached/) != nil)
        #expect(lines.dropFirst() == ["exit 73"])
        #expect(try home.shell("ls -d kept*").output.isEmpty)
    }

    @Test func `a device in a household is told at once how a backup comes back to it`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ben("-q", "list", "new", "Diary", "--private")
        try ben("-q", "add", "Diary", "dear diary")
        try ben("backup", "kept").check()
        let refused = try ben("restore-backup", "kept")
        refused.check(77, says: "this device is in the household")
        refused.check(77, says: "stop phlistd, move <home>/state away, start it again and restore; then join them anew")
        #expect(!refused.messages.contains("household leave"), "\(refused.transcript)")
        try ben.daemon.stop()
        try ben.shell("mv state away").check()
        try ben.daemon.start()
        try ben("restore-backup", "kept").check(says: "restored 2 lists")
        try ben.join(ann, for: "ben").check()
        try ben("ls", "Diary").check(says: "dear diary")
        try ann("-q", "add", "bread").check()
        try ben.expect("bread", from: "ls", "Shopping")
    }
}
