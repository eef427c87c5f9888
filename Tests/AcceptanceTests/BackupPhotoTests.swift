import Foundation
import Testing

/// Photos in backups, and what a check of a store says of them.
struct BackupPhotoTests {
    /// A home with photos of milk and tea, and a backup of it.
    private static func filled() throws -> Home {
        let home = try Home()
        try home("add", "milk", "--note", "of the cow")
        try home("add", "tea")
        for (item, side) in [("milk", 900), ("tea", 300)] {
            try PhotoTests.makePicture("\(item).jpg", home, side: side)
            #expect(try home("photo", "set", item, "\(item).jpg").status == 0)
        }
        let saved = try home("backup", "kept")
        #expect(saved.output.hasPrefix("backed up 1 list, 2 items, 1 member, 2 photos, "), "\(saved)")
        return home
    }

    /// The files that are there of photos and backups, whole or not.
    private static func remains(in home: Home) throws -> String {
        try home.bash("find state/blobs state/import state/phlist.restore -type f 2>/dev/null").output
    }

    @Test func `S4.7 photos come back with their items on a machine with another device, and go on from there`() throws
    {
        let (old, new) = (try Self.filled(), try Home())
        let restored = try new("restore-backup", "\(old.directory)/kept")
        restored.expect(0, "restored 1 list, 2 items, 1 member, 2 photos")
        for _ in 0..<2 {
            for item in ["milk", "tea"] {
                #expect(try PhotoTests.saved(item, on: new) == PhotoTests.saved(item, on: old))
                let thumbnail = try PhotoTests.saved(item, on: new, "--thumbnail")
                #expect(try thumbnail == PhotoTests.saved(item, on: old, "--thumbnail"))
                #expect(try !new("show", item).output.contains("not here"))
            }
            try new.daemon.restart()
        }
        #expect(try new.bash("ls state").output.contains("restore") == false)
        let third = try Home()
        try Pairing.join(third, to: new)
        try third("sync", "--wait")
        #expect(try PhotoTests.saved("milk", on: third) == PhotoTests.saved("milk", on: old))
        // A backup of what was restored holds the same.
        #expect(try new("backup", "again").output.contains("2 items, 1 member, 2 photos"))
        let checked = try new("store", "check", "again")
        #expect(checked.status == 0 && checked.output.hasSuffix("ok: the backup is whole\n"), "\(checked)")
    }

    @Test func `a backup that is cut or damaged is refused whole, in one line, by everybody`() throws {
        let (old, new) = (try Self.filled(), try Home())
        // Behind each part of it, and inside of each: the log, four photos and the end.
        let ends = try old.bash(
            """
            log=$(od -An -td8 -j16 -N8 kept); at=$((24 + log)); echo 8 24 $at
            while n=$(od -An -td8 -j$((at + 32)) -N8 kept); [ "$n" -gt 4 ]; do at=$((at + 40 + n)); echo $at; done
            """
        ).output.split { " \n".contains($0) }.compactMap { Int($0) }
        #expect(ends.count == 7)
        for end in ends {
            try old.bash("head -c \(end) kept >cut\(end); head -c $((\(end) + 20)) kept >in\(end)").expect(0)
        }
        let last = try #require(ends.last)
        try old.bash(
            """
            head -c -1 kept >almost; { cat kept; echo; } >longer
            cp kept rotten; printf XX | dd of=rotten bs=1 seek=\(last - 99) conv=notrunc status=none
            { head -c \(ends[4]) kept; tail -c +$((\(ends[5]) + 1)) kept; } >less
            cp kept log; printf XX | dd of=log bs=1 seek=$((\(ends[2]) - 99)) conv=notrunc status=none
            """
        ).expect(0)
        let names = ends.flatMap { ["cut\($0)", "in\($0)"] } + ["almost", "longer", "rotten", "less", "log"]
        for name in names {
            let path = "\(old.directory)/\(name)"
            let refused = try new("restore-backup", path)
            #expect(refused.status == 65 && refused.transcript.count == 2, "\(name): \(refused)")
            #expect(refused.messages.contains("is not a complete backup: "), "\(name): \(refused)")
            let sent = try new.shell(
                #"curl -s --unix-socket "$PHLIST_SOCKET" --data-binary @\#(path) http://phlist/v1/backup"#
            )
            #expect(sent.output.contains(#""code":"invalid""#), "\(name): \(sent)")
            #expect(sent.output.contains("nothing was changed"), "\(name): \(sent)")
            let checked = try new("store", "check", path)
            #expect([65, 74].contains(checked.status) && !checked.output.contains("ok:"), "\(name): \(checked)")
        }
        #expect(try new("list", "ls", "--plain").output.isEmpty)
        #expect(try Self.remains(in: new).isEmpty)
        #expect(try new("restore-backup", "\(old.directory)/kept").status == 0)
    }

    @Test func `a disk without room takes no part of a backup, and all of it when there is room`() throws {
        let (old, new) = (try Self.filled(), try Home())
        let kept = "\(old.directory)/kept"
        let limited = try new.bash(
            """
            prlimit --pid=$(cat state/phlist.lock) --fsize=30000: && phlistctl restore-backup '\(kept)'; echo $?
            prlimit --pid=$(cat state/phlist.lock) --fsize=unlimited:
            """
        )
        #expect(limited.output == "73\n", "\(limited)")
        #expect(limited.messages.contains("nothing was changed: "), "\(limited)")
        #expect(try Self.remains(in: new).isEmpty)
        // The last photo finds something in its way when the others are kept already.
        let blobs = try old.bash("cd state/blobs && ls -d ??/* | sort").output.split(separator: "\n")
        #expect(blobs.count == 4)
        let inTheWay = "state/blobs/\(try #require(blobs.last))"
        try new.bash("mkdir -p \(inTheWay) && echo x >\(inTheWay)/x").expect(0)
        let refused = try new("restore-backup", kept)
        #expect(refused.status == 74 && refused.messages.contains("nothing was changed: "), "\(refused)")
        let remains = try Self.remains(in: new)
        #expect(remains == "\(inTheWay)/x\n", "\(remains)")
        #expect(try new("list", "ls", "--plain").output.isEmpty)
        try new.bash("rm -r \(inTheWay)").expect(0)
        #expect(try new("restore-backup", kept).output.contains("2 photos"))
        #expect(try PhotoTests.saved("tea", on: new) == PhotoTests.saved("tea", on: old))
    }

    @Test func `a photo that is elsewhere is not in a backup, which says so`() throws {
        let (ann, ben) = try PhotoTests.household()
        #expect(try ben("config", "set", "photos", "on-demand").status == 0)
        try PhotoTests.makePicture("cow.jpg", ann)
        try ann("add", "milk")
        #expect(try ann("photo", "set", "milk", "cow.jpg").status == 0)
        try PhotoTests.await("elsewhere", of: "milk", on: ben)
        try ann.daemon.stop()
        let saved = try ben("backup", "kept")
        #expect(saved.status == 0 && !saved.output.contains("photo"), "\(saved)")
        #expect(saved.messages == "not in it, because only other devices have them: 1 photo\n", "\(saved)")
        let new = try Home()
        try new("restore-backup", "\(ben.directory)/kept").check(says: "who sees a list is as it was")
        #expect(try new("show", "milk").output.contains("not here yet"))
        #expect(try ben("store", "check", "state").output.contains("; 1 not here"))
    }

    @Test func `a check of a store reads each photo and names those that are damaged or not here`() throws {
        let home = try Self.filled()
        let whole = try home("store", "check", "state")
        #expect(whole.status == 0 && whole.output.contains("photos      4 whole, "), "\(whole)")
        let largest = try home.bash("ls -S state/blobs/??/* | head -1").output.dropLast()
        let name = try #require(largest.split(separator: "/").last)
        try home.bash("printf X | dd of=\(largest) bs=1 seek=99 conv=notrunc status=none").expect(0)
        for _ in 0..<2 {
            let checked = try home("store", "check", "state")
            #expect(checked.status == 74 && checked.output.contains("damaged photo  \(name)"), "\(checked)")
            #expect(checked.messages.contains("1 photo damaged"), "\(checked)")
        }
        let document = try home("store", "check", "state", "--json").output
        #expect(document.contains(#""damaged":["\#(name)"]"#) && document.contains(#""isSound":false"#), "\(document)")
        // A backup is made without it; the daemon puts it aside.
        #expect(try home("backup", "less").output.contains("2 items, 1 member, 1 photo, "))
        #expect(try home.bash("ls state/quarantine").output.contains("blob-\(name)"))
        let missing = try home("store", "check", "state")
        #expect(missing.status == 0 && missing.output.contains("; 1 not here"), "\(missing)")
    }
}
