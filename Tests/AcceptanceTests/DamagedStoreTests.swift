import Foundation
import Testing

/// A log whose middle has rotted: nothing is forgotten in silence, and another machine gives it back.
struct DamagedStoreTests {
    /// Ann's machine and Ben's with twenty items, which both have, and five that only Ben has; his daemon is stopped.
    private static func household() throws -> (ann: Home, ben: Home) {
        let (ann, ben) = (try Home(), try Home())
        try Pairing.join(ben, to: ann)
        for number in 1...10 {
            #expect(try ann("-q", "add", "by Ann \(number)").status == 0)
            #expect(try ben("-q", "add", "by Ben \(number)").status == 0)
        }
        #expect(try ben("sync", "--wait").status == 0)
        // One that stands still says nothing, and keeps its port.
        ann.daemon.signal(SIGSTOP)
        for number in 11...15 { #expect(try ben("-q", "add", "by Ben \(number)").status == 0) }
        try ben.daemon.stop()
        return (ann, ben)
    }

    /// Turns the bits of some bytes in the middle of a log.
    private static func rot(_ home: Home) throws {
        let url = URL(filePath: "\(home.directory)/state/phlist.log")
        var bytes = try Data(contentsOf: url)
        let middle = bytes.count / 2
        for place in middle..<middle + 300 { bytes[place] ^= 0xFF }
        try bytes.write(to: url)
    }

    private static func titles(_ home: Home) throws -> [String] {
        try home("ls", "--all", "--plain").output.split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false)[1...3].joined(separator: " ") }
            .sorted()
    }

    @Test func `what a damaged log has lost is named, and comes back from the other machine`() throws {
        let (ann, ben) = try Self.household()
        defer { ann.daemon.signal(SIGCONT) }
        try Self.rot(ben)
        try ben.daemon.start()
        let degraded = try ben("status", "--json").output
        #expect(degraded.contains(#""health":"degraded""#), "\(degraded)")
        #expect(degraded.contains(#""holes":["bytes "#) && degraded.contains(#""first":"#), "\(degraded)")
        let words = try ben("status").output
        #expect(words.contains("degraded") && words.contains("the log has lost"), "\(words)")
        #expect(ben.daemon.logText.contains("the log is damaged"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(ben.directory)/state/quarantine").count == 1)
        #expect(try ben("-q", "add", "while it was damaged").status == 0)

        ann.daemon.signal(SIGCONT)
        #expect(try ben("sync", "--wait").status == 0)
        try ben.daemon.expectLog("the log is whole again fetched=")
        let healed = try ben("status", "--json").output
        #expect(!healed.contains("degraded") && healed.contains(#""fetched":[{"batchCount":"#), "\(healed)")
        #expect(try ann("sync", "--wait").status == 0)
        let titles = try Self.titles(ben)
        #expect(titles.count == 26, "\(titles)")
        #expect(try Self.titles(ann) == titles)

        try ben.daemon.restart()
        #expect(try !ben("status", "--json").output.contains("degraded"))
        #expect(try Self.titles(ben) == titles)
    }

    @Test func `a log that was damaged twice is healed twice, also after kill -9 in between`() throws {
        let (ann, ben) = try Self.household()
        ann.daemon.signal(SIGCONT)
        for round in 1...2 {
            try Self.rot(ben)
            try ben.daemon.start()
            #expect(try ben("-q", "add", "round \(round)").status == 0)
            #expect(try ben("sync", "--wait").status == 0)
            try ben.daemon.expectLog("the log is whole again", count: round)
            try ben.daemon.crash()
        }
        try ben.daemon.start()
        #expect(try ben("sync", "--wait").status == 0)
        #expect(try ann("sync", "--wait").status == 0)
        let titles = try Self.titles(ben)
        #expect(titles.count == 27, "\(titles)")
        #expect(try Self.titles(ann) == titles)
        #expect(try !ben("status", "--json").output.contains("degraded"))
    }

    @Test func `what nobody else ever had leads to doctor once the others were asked, and on to give-up`() throws {
        let (ann, ben) = (try Home.called("ann"), try Home.called("ben"))
        try ann("-q", "add", "milk")
        try ben.join(ann).check()
        try ben.meet()
        try ben("-q", "list", "new", "Diary", "--private")
        for number in 1...20 { try ben("-q", "add", "Diary", "day \(number)").check() }
        try ben.meet()
        try ann.daemon.stop()
        try ben.daemon.stop()
        try Self.rot(ben)
        try ben.daemon.start()
        try ben("status").check(says: "other devices give it back when they are on: phlistctl sync")
        try ann.daemon.start()
        try ben.meet()
        let status = try ben("status")
        status.check(says: "degraded")
        status.check(says: "the other devices are on and show nothing of it")
        status.check(says: "accept it with: phlistctl doctor --give-up")
        try ben("doctor").check(says: "see what would be lost: phlistctl doctor --give-up -n")
        try ben("doctor", "--give-up", "-n").check(says: "lost: ")
        try ben("doctor", "--give-up", "--yes").check(says: "lost: ")
        #expect(try !ben("status").output.contains("degraded"))
    }
}
