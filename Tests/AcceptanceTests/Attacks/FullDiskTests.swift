import Foundation
import Testing

/// A disk that fills up at the worst moment: nothing is half done, whoever asked hears why, and all goes on with room.
struct FullDiskTests {
    /// How many devices a home knows of.
    private static func deviceCount(of home: Home) throws -> Int? {
        try home("status", "--json").output.firstMatch(of: /"deviceCount":(\d+)/).flatMap { Int($0.1) }
    }

    /// Lets the log of a home grow by so many bytes and no more, or as it wants.
    private static func leave(_ byteCount: Int?, on home: Home) throws {
        let log = try FileManager.default.attributesOfItem(atPath: "\(home.directory)/state/phlist.log")
        let size = try #require(log[.size] as? Int)
        let limit = byteCount.map { "\(size + $0)" } ?? "unlimited"
        let set = try home.bash("prlimit --pid \(try #require(home.daemon.pid)) --fsize=\(limit):unlimited")
        #expect(set.status == 0, "\(set)")
    }

    @Test func `a change that the disk does not take is refused as a whole, and taken when there is room`() throws {
        let home = try Home()
        #expect(try home("add", "milk").status == 0)
        let before = try home("ls", "--plain").output
        for byteCount in [0, 1, 20, 60] {
            try Self.leave(byteCount, on: home)
            let refused = try home("add", "Shopping", "bread", "butter", "cheese")
            #expect(refused.status == 73, "\(refused)")
            #expect(refused.messages.contains("nothing was changed"), "\(refused)")
            #expect(refused.messages.contains("make room"), "\(refused)")
            #expect(try home("ls", "--plain").output == before)
        }
        try Self.leave(nil, on: home)
        #expect(try home("add", "Shopping", "bread", "butter", "cheese").status == 0)
        let after = try home("ls", "--plain").output
        try home.daemon.restart()
        #expect(try home("ls", "--plain").output == after)
    }

    /// From no room at all until there is enough: the limit falls before, into and behind attempt and admission.
    @Test func `wherever the disk of the host is full while a device comes in, both are in or neither`() throws {
        let (host, guest) = (try Home(), try Home())
        var refusals = 0
        for byteCount in stride(from: 0, through: 4_000, by: 90) {
            let open = try Pairing.openCode(on: host)
            try Self.leave(byteCount, on: host)
            let joined = try guest("join", "--host", "127.0.0.1:\(open.port)", input: "\(open.code)\n")
            let count = joined.status == 0 ? 2 : 1
            #expect(try Self.deviceCount(of: host) == count, "\(byteCount): \(joined)")
            #expect(try Self.deviceCount(of: guest) == count, "\(byteCount): \(joined)")
            try Self.leave(nil, on: host)
            if joined.status == 0 { break }
            refusals += 1
            #expect(joined.messages.contains("did not let this one in"), "\(byteCount): \(joined)")
            open.pairing.signal(SIGINT)
            _ = try open.pairing.wait()
        }
        #expect(refusals > 1)
        #expect(try Self.deviceCount(of: guest) == 2)
        #expect(try host("add", "milk").status == 0)
        #expect(try guest("sync", "--wait").status == 0)
        #expect(try guest("ls", "--plain").output.contains("milk"))
    }

    @Test func `a guest whose disk is full keeps what it has, and comes in with the next code`() throws {
        let (host, guest) = (try Home(), try Home())
        #expect(try guest("add", "bread").status == 0)
        let before = try guest("ls", "--plain").output
        let open = try Pairing.openCode(on: host)
        try Self.leave(0, on: guest)
        let refused = try guest("join", "--host", "127.0.0.1:\(open.port)", input: "\(open.code)\n")
        #expect(refused.status == 73 && refused.messages.contains("make room"), "\(refused)")
        #expect(try Self.deviceCount(of: guest) == 1)
        #expect(try guest("ls", "--plain").output == before)
        _ = try open.pairing.wait()
        try Self.leave(nil, on: guest)
        try Pairing.join(guest, to: host)
        #expect(try Self.deviceCount(of: host) == 2 && Self.deviceCount(of: guest) == 2)
        #expect(try guest("ls", "--plain").output.contains("bread"))
    }
}
