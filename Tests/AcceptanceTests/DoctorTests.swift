import Foundation
import Testing

/// What `doctor`, `status`, `peers` and `sync --wait` say of real daemons.
struct DoctorTests {
    /// Two paired machines that hold the same.
    private static func pair() throws -> (ann: Home, ben: Home) {
        let (ann, ben) = (try Home(), try Home())
        try ann("-q", "add", "milk")
        #expect(try ben.join(ann).status == 0)
        #expect(try ben("sync", "--wait").status == 0)
        #expect(try ann("sync", "--wait").status == 0)
        return (ann, ben)
    }

    @Test func `doctor says in one line each what is ok, and status 0`() throws {
        let (ann, ben) = try Self.pair()
        for home in [ann, ben] {
            let found = try home("doctor", "--plain")
            #expect(found.status == 0, "\(found.output)")
            let lines = found.output.split(separator: "\n").map(String.init)
            for name in ["phlistd", "socket", "store", "disk", "log", "configuration", "discovery", "reachable"] {
                #expect(lines.contains { $0.hasPrefix("ok\t\(name)\t") }, "\(name): \(found.output)")
            }
            #expect(lines.contains { $0.hasPrefix("ok\tsync ") && $0.contains("equal by digest: 1 list") })
            #expect(lines.contains { $0.hasPrefix("ok\tclock ") } && lines.contains { $0.hasPrefix("ok\tversion ") })
        }
        #expect(try ann("doctor", "--json").output.contains(#""state":"ok""#))
    }

    @Test func `a machine that is off is named, with the reason, when it was seen, and the firewall's port`() throws {
        let (ann, ben) = try Self.pair()
        try ben.daemon.stop()
        try ann("-q", "add", "bread")
        let late = try ann("sync", "--wait", "--timeout", "2")
        #expect(late.status == 75 && late.messages.contains("not in sync: "), "\(late.messages)")
        #expect(try ann("peers").output.contains("seen "))
        let found = try ann("doctor")
        #expect(found.status == 0 && found.output.contains("warning  peer "), "\(found.output)")
        #expect(found.output.contains("not connected: "), "\(found.output)")
        try ann.daemon.restart()
        let again = try ann("doctor").output
        #expect(again.contains("no device has connected to port") && again.contains("ufw allow"), "\(again)")
    }

    @Test func `why a machine was not reached is said all the while it is dialled again, with what to do`() throws {
        let (ann, ben) = try Self.pair()
        try ann.daemon.stop()
        #expect(try ben("sync", "--wait", "--timeout", "2").status == 75)
        // Each look dials anew, so some of these see a dial under way.
        for _ in 0..<8 {
            let peers = try ben("peers").output
            #expect(peers.contains("nothing listens there"), "\(peers)")
        }
        let found = try ben("doctor").output
        #expect(found.contains("not connected: nothing listens there\n         start phlistd there: "), "\(found)")
    }

    @Test func `a machine that stands still is not called in sync by its last word`() throws {
        let (ann, ben) = try Self.pair()
        ben.daemon.signal(SIGSTOP)
        let late = try ann("sync", "--wait", "--timeout", "2")
        ben.daemon.signal(SIGCONT)
        #expect(late.status == 75, "\(late.output)\(late.messages)")
        #expect(try ann("sync", "--wait").status == 0)
        #expect(try ann("peers").output.contains("in sync"))
    }

    @Test func `without a daemon doctor says how to start it, and what it can see`() throws {
        let home = try Home()
        try home.daemon.stop()
        let found = try home("doctor")
        #expect(found.status == 1)
        #expect(found.output.contains("problem  phlistd"), "\(found.output)")
        #expect(found.output.contains("phlistd --socket"), "\(found.output)")
        #expect(found.output.contains("discovery"))
    }

    @Test func `what the one device of a household has lost is given up, and health is ok after a restart`() throws {
        let home = try Home()
        for number in 1...30 { #expect(try home("-q", "add", "thing \(number)").status == 0) }
        try home("doctor", "--give-up", "--yes").expect(
            66,
            "! phlistctl: nothing is missing, so there is nothing to give up"
        )
        try home.daemon.stop()
        let url = URL(filePath: "\(home.directory)/state/phlist.log")
        var bytes = try Data(contentsOf: url)
        for place in bytes.count / 2..<bytes.count / 2 + 60 { bytes[place] ^= 0xFF }
        try bytes.write(to: url)
        try home.daemon.start()
        #expect(try home("status").output.contains("degraded"))
        let before = try home("ls", "--plain").output.split(separator: "\n").count
        #expect(try home("doctor", "--give-up").status == 64)
        let given = try home("doctor", "--give-up", "--yes")
        #expect(given.status == 0 && given.output.contains("lost: change"), "\(given.output)\(given.messages)")
        let after = try home("ls", "--plain").output.split(separator: "\n").count
        #expect(after > before && after >= 27, "\(before) \(after)")
        for _ in 0..<2 {
            let status = try home("status").output
            #expect(!status.contains("degraded") && status.contains("given up"), "\(status)")
            #expect(try home("ls", "--plain").output.split(separator: "\n").count == after)
            try home.daemon.restart()
        }
    }

    @Test func `a name with a slip of the pen is answered with the nearest that the caller sees`() throws {
        let home = try Home()
        try home("list", "new", "Groceries")
        try home("-q", "add", "Groceries", "milk")
        let list = try home("ls", "Grocceries")
        #expect(list.status == 66 && list.messages.contains(#"no list "Grocceries"; did you mean "Groceries"?"#))
        let item = try home("done", "mlk")
        #expect(item.status == 66 && item.messages.contains(#"no item "mlk"; did you mean "milk"?"#))
        let far = try home("ls", "Garden")
        #expect(far.status == 66 && !far.messages.contains("did you mean"))
        // Ann's own list is not for Ben's eyes.
        try home("member", "add", "Ann")
        try home("member", "add", "Ben")
        try home("member", "me", "Ann")
        try home("list", "new", "Diary", "--private")
        #expect(try home("--as", "Ann", "ls", "Diaary").messages.contains("Diary\"?"))
        #expect(try !home("--as", "Ben", "ls", "Diaary").messages.contains("did you mean"))
    }
}
