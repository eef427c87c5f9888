import Glibc
import Testing

/// Two machines of one household.
struct TwoHomesTests {
    /// Ann's machine and Ben's, paired by address; Ben's list came along and is his alone.
    private static func pair() throws -> (ann: Home, ben: Home) {
        let (ann, ben) = (try Home(), try Home())
        try ann("member", "add", "Ann")
        try ann("member", "me", "Ann")
        try ann("-q", "add", "milk")
        try ben("member", "add", "Ben")
        try ben("member", "me", "Ben")
        try ben("-q", "add", "gift for Ann")
        try ben("list", "ls")
        let joined = try ben.join(ann)
        #expect(joined.status == 0, "\(joined.messages)")
        try ben("sync", "--wait")
        try ann("sync", "--wait")
        return (ann, ben)
    }

    @Test func `S4.9 each sees the lists that are his or everybody's, on either machine`() throws {
        let (ann, ben) = try Self.pair()
        #expect(try ben("--as", "Ben", "ls", "--plain").output.contains("gift for Ann"))
        #expect(try ben("ls", "--plain").output.contains("milk"))
        // Ann is nobody on Ben's machine.
        let another = try ben("--as", "Ann", "ls", "--plain")
        another.check(77, says: "Ann is not among the people of this device, which is for Ben")
        #expect(!another.output.contains("milk"))
        #expect(try ann("ls", "--plain").output.contains("gift for Ann") == false)
        #expect(try ann("history", "--plain").output.contains("gift for Ann") == false)
        #expect(try ann("complete", "items", "gift").output.isEmpty)
    }

    @Test func `decision 7 S0.9 what two wrote apart is shown to both, and settled for both by one`() throws {
        let (ann, ben) = try Self.pair()
        try ben.daemon.stop()
        try ann("edit", "milk", "--title", "oat milk", "--qty", "12")
        // A daemon that stands still says nothing, and keeps its port.
        ann.daemon.signal(SIGSTOP)
        defer { ann.daemon.signal(SIGCONT) }
        try ben.daemon.start()
        try ben("edit", "milk", "--title", "soy milk", "--qty", "20")
        ann.daemon.signal(SIGCONT)
        try ben("sync", "--wait")
        try ann("sync", "--wait")
        for home in [ann, ben] {
            let shown = try home("conflicts", "--plain").output
            #expect(shown.contains("oat milk") && shown.contains("soy milk"), "\(shown)")
        }
        let conflicts = try ann("conflicts", "Shopping").output
        #expect(conflicts.contains("Ann on ") && conflicts.contains("Ben on "), "\(conflicts)")
        #expect(try ann().output.contains("2 conflicts: phlistctl conflicts"))
        #expect(try CompletionTests.offers(ann, "resolve", "so") == ["soy milk"])
        try ann("resolve", "soy milk", "quantity", "12").expect(0, "quantity of soy milk is now 12")
        try ann("resolve", "soy milk", "title", "rice milk").expect(0, "title of rice milk is now rice milk")
        try ann("sync", "--wait")
        for home in [ann, ben] { try home("conflicts").expect(0, "! no conflicts") }
        #expect(try ben("ls", "--plain").output.contains("rice milk"))
        #expect(try ben("history", "--member", "Ann", "-N", "1").output.contains("to rice milk"))
    }
}
