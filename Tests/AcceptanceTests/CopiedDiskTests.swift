import Foundation
import Testing

/// A state directory that was copied with its key, and runs a second time.
struct CopiedDiskTests {
    @Test func `what is written on a machine and on its copy is all there in the end, on every device`() throws {
        let (first, copy, third) = (try Home(), try Home(), try Home())
        #expect(try first("-q", "add", "eggs").status == 0)
        try Pairing.join(third, to: first)
        #expect(try third("sync", "--wait").status == 0)

        try copy.daemon.stop()
        try first.daemon.stop()
        let copied = try copy.shell("rm -rf state && cp -a '\(first.directory)/state' state")
        #expect(copied.status == 0, "\(copied.messages)")
        try first.daemon.start()
        try copy.daemon.start()
        #expect(try first("-q", "add", "milk").status == 0)
        #expect(try copy("-q", "add", "tea").status == 0)
        #expect(try third("-q", "add", "salt").status == 0)
        // The copy alone is told where the others are, and passes on what they write.
        let others = try [first, third].map { "127.0.0.1:\(try Pairing.port(of: $0))" }.joined(separator: ", ")
        #expect(try copy("config", "set", "peers", others).status == 0)
        for home in [first, copy, third] {
            try Self.expect(home, "eggs", "milk", "salt", "tea")
        }
        for home in [first, copy] {
            let status = try home("status")
            status.check(says: "another machine runs with the key of this device (a copied disk?): ")
            status.check(says: "stop phlistd there, move its state directory away, start it, and join again")
        }
        #expect(try !third("status").output.contains("another machine runs"))
        try copy.daemon.stop()
        try copy.shell("mv state former").check()
        try copy.daemon.start()
        try Pairing.join(copy, to: first)
        try Self.expect(copy, "eggs", "milk", "salt", "tea")
    }

    /// Waits until a list has all of these, and nothing else.
    private static func expect(_ home: Home, _ titles: String..., within time: Duration = .seconds(30)) throws {
        let deadline = ContinuousClock.now + time
        var shown: [String] = []
        while shown != titles {
            guard ContinuousClock.now < deadline else {
                Issue.record("only \(shown)\n\(home.daemon.logText.suffix(2000))")
                return
            }
            shown = try home("ls", "--plain").output.split(separator: "\n")
                .compactMap {
                    $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(3).first.map(String.init)
                }
                .sorted()
        }
    }
}
