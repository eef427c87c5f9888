import Foundation
import Testing

/// A store that is looked into without a daemon, and beside one.
struct StoreTests {
    @Test func `store check and dump read the store of a running daemon and of one that was stopped`() throws {
        let home = try Home()
        try home("-q", "add", "milk", "bread")
        let running = try home("store", "check", "state")
        #expect(running.status == 0, "\(running)")
        #expect(running.output.contains("\n  key         mode 0600\n"))
        try home.daemon.stop()
        let stopped = try home("store", "check", "state").output
        #expect(stopped.contains("\n  ends        closed in order\n") && stopped.hasSuffix("ok: the log is whole\n"))
        let dump = try home("store", "dump", "state").output
        #expect(dump.hasPrefix("@64 batches: ") && dump.contains(" clean: 0 records from "), "\(dump)")
        _ = try home.shell("phlistctl store dump state --json > dump.json")
        let lines = try String(contentsOfFile: "\(home.directory)/dump.json", encoding: .utf8).split(separator: "\n")
        for line in lines {
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)")
        }
        #expect(lines.count == dump.split(separator: "\n").count)
        #expect(try home.shell("phlistctl store dump state | head -1").messages.isEmpty)
        #expect(try home("store", "check").status == 66)
    }

    @Test func `store check tells torn from damaged, and a log from anything else`() throws {
        let home = try Home()
        try home("-q", "add", "milk")
        try home.daemon.stop()
        _ = try home.shell(
            """
            cd state; cp phlist.log torn; truncate -s -5 torn
            cp phlist.log rotten; printf XXXX | dd of=rotten bs=1 seek=200 conv=notrunc
            : > empty; echo hello > foreign; mkdir bare
            """
        )
        let cases: [(name: String, status: Int32, text: String)] = [
            ("phlist.log", 0, "ok: the log is whole"),
            ("torn", 0, "ok: the next start of phlistd cuts off"),
            ("rotten", 74, "bytes that were stored are not what was written"),
            ("empty", 65, "does not begin like a log"), ("foreign", 65, "does not begin like a log"),
            ("missing", 66, "no such file or directory"), ("bare", 66, "no log in state/bare"),
        ]
        for (name, status, text) in cases {
            let checked = try home("store", "check", "state/\(name)")
            #expect(checked.status == status, "\(name): \(checked)")
            #expect(checked.transcript.contains { $0.contains(text) }, "\(name): \(checked)")
        }
        let rotten = try home("store", "check", "state/rotten", "--json").output
        #expect(rotten.contains(#""isSound":false"#) && rotten.contains(#""offset":64"#), "\(rotten)")
        #expect(try home("store", "dump", "state/rotten").output.hasPrefix("@64 no frame: "))
        _ = try home.shell("chmod 644 state/device.key")
        #expect(try home("store", "check", "state").status == 78)
        #expect(try home("-q", "store", "check", "state").output.isEmpty)
        // Nothing was changed by looking.
        #expect(try home.shell("cd state; stat -c %s rotten empty | tail -1; ls").output.hasPrefix("0\n"))
    }

    @Test func `the log of an earlier version stays under another name, and phlistd says so and starts anew`() throws {
        let home = try Home()
        try home("-q", "add", "milk")
        try home.daemon.stop()
        let golden = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../PhlistLogTests/Golden/log-1.1.txt").standardizedFileURL
        let outdated = Data(
            try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
                .flatMap { $0.dropFirst(8).split(separator: " ").compactMap { UInt8($0, radix: 16) } }
        )
        try outdated.write(to: URL(filePath: "\(home.directory)/state/phlist.log"))
        for verb in ["check", "dump"] {
            let looked = try home("store", verb, "state")
            #expect(looked.status == 78 && looked.output.isEmpty, "\(looked)")
            #expect(looked.messages.contains("the log has version 1.1, written by an earlier phlist"), "\(looked)")
        }
        try home.daemon.start()
        try home.daemon.expectLog("written by an earlier phlist and cannot be read; starting with an empty one")
        #expect(home.daemon.logText.contains("state/phlist.log.v1"))
        #expect(try Data(contentsOf: URL(filePath: "\(home.directory)/state/phlist.log.v1")) == outdated)
        #expect(try home("-q", "add", "bread").status == 0)
        try home("status").check(says: "state/phlist.log.v1")
        try home("doctor").check(says: "warning  earlier store")
        #expect(try home.shell("rm state/phlist.log.v1").status == 0)
        #expect(try !home("status").output.contains("phlist.log.v1"))
        #expect(try !home("doctor").output.contains("earlier store"))
        #expect(try home("ls", "--plain").output.contains("bread"))
    }

    @Test(arguments: [
        ("rm device.key", "device.key is missing, and phlist.log was begun with it"),
        ("rm device.key; mv phlist.log phlist.log.prev", "device.key is missing, and phlist.log was begun with it"),
        ("chmod 644 device.key", "device.key is open to others (mode 644)"),
        ("head -c 5000 /dev/zero > device.key", "device.key holds no key (5000 bytes)"),
        ("mv device.key ..; ln -s ../device.key .", "device.key: it is a symbolic link"),
    ])
    func `a key that phlistd refuses is named by doctor as well, and no new one takes its place`(
        change: String,
        words: String
    ) throws {
        let home = try Home()
        try home("-q", "add", "milk")
        try home.daemon.stop()
        try home.shell("mkdir -p -m 700 .local/share; mv state .local/share/phlist; cd .local/share/phlist; \(change)")
            .check()
        let look = "cd .local/share/phlist; ls -l device.key; cksum phlist.log*"
        let before = try home.shell(look).transcript
        try home("doctor").check(1, says: "problem  key")
        try home("doctor").check(1, says: words)
        let started = try home.shell("exec timeout 20 phlistd --port 0 --no-discovery")
        started.check(78, says: words)
        #expect(started.messages.split(separator: "\n").count(where: { $0.hasPrefix("phlistd: ") }) == 1)
        #expect(try home.shell(look).transcript == before)
    }

    @Test func `a log of another key is not opened, and what to do is said`() throws {
        let (home, other) = (try Home(), try Home())
        try home("-q", "add", "milk")
        try home.daemon.stop()
        try other.daemon.stop()
        try home.shell("cp '\(other.directory)/state/device.key' state/").check()
        let started = try home.shell("exec timeout 20 phlistd --port 0 --no-discovery --state-dir $PWD/state")
        started.check(78, says: "phlist.log was begun with another device.key")
        started.check(78, says: "put that key back, or move its directory away, start phlistd, then restore a backup")
    }
}
