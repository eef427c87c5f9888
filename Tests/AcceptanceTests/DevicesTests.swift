import Testing

/// The devices of a household: who is in, what they may do, and what becomes of one that goes.
struct DevicesTests {
    /// Names and roles, in order.
    private static func devices(_ home: Home) throws -> [String] {
        try home("device", "ls", "--plain").output.split(separator: "\n").map { row in
            row.split(separator: "\t", omittingEmptySubsequences: false)[1...2].joined(separator: " ")
        }
    }

    @Test func `a removed device loses its sessions at once, hears why, and gets and gives nothing more`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        try ann("device", "remove", "carl").check(64)
        let began = ContinuousClock.now
        let removed = try ann("device", "remove", "carl", "--yes")
        removed.check(says: "carl is out of the household")
        try carl.expect("says that this device is out of the household", from: "status")
        #expect(ContinuousClock.now - began < .seconds(10))
        try carl.expect("not connected", from: "peers")
        #expect(try !ann("peers").output.contains("carl"))
        #expect(try Self.devices(ann) == ["ann admin", "ben member"])
        try carl("-q", "add", "poison")
        try ann("-q", "add", "bread")
        try ann("sync", "--wait")
        #expect(try Self.devices(ben) == ["ann admin", "ben member"])
        for home in [ann, ben] { #expect(try !home("ls", "--plain").output.contains("poison")) }
        #expect(try !carl("ls", "--plain").output.contains("bread"))
        // What it did before stays, and can be looked at.
        try ann("history", "--device", "carl").check()
        // Its key does not come back.
        #expect(try carl.join(ann).status != 0)
        #expect(try Self.devices(ann) == ["ann admin", "ben member"])
    }

    @Test func `only an admin device manages others, and one that is made an admin does`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben) = (homes[0], homes[1])
        let refusal = try ben("device", "remove", "carl", "--yes")
        #expect(refusal.status == 77, "\(refusal.transcript)")
        #expect(refusal.messages.contains("this device is no admin"))
        #expect(try ben("pair").status == 77)
        #expect(try ann("device", "role", "ann", "member").status == 77)
        try ann("device", "role", "ben", "admin").check(says: "ben is an admin from here on")
        try ann("sync", "--wait")
        try ben("device", "rename", "carl", "tablet").check(says: "carl is now tablet")
        try ben("device", "remove", "tablet", "--yes").check(says: "tablet is out of the household")
        try ben("sync", "--wait")
        #expect(try Self.devices(ann) == ["ann admin", "ben admin"])
        // A stranger to the machine's owner manages nothing; mistakes have one line each.
        #expect(try ann("device", "remove", "phone", "--yes").status == 67)
        #expect(try ann("device", "role", "ben", "boss").status == 64)
        #expect(try ann("device", "rename", "ben", "Ann").status == 65)
    }

    @Test func `who leaves goes on alone with copies of the lists, and the others know`() throws {
        let homes = try Home.household("ann", "ben", "carl")
        let (ann, ben, carl) = (homes[0], homes[1], homes[2])
        #expect(try ann("household", "leave", "--yes").status == 77)
        let left = try carl("household", "leave", "--yes")
        #expect(left.status == 0, "\(left.transcript)")
        #expect(left.output.contains("this device goes on alone with copies of 1 list"))
        #expect(try Self.devices(carl) == ["carl admin"])
        #expect(try carl("ls", "--plain").output.contains("milk"))
        #expect(try Self.devices(ann) == ["ann admin", "ben member"])
        #expect(try Self.devices(ben) == ["ann admin", "ben member"])
        try carl("-q", "add", "mine alone")
        try carl.daemon.restart()
        #expect(try carl("ls", "--plain").output.contains("mine alone"))
        #expect(try !ann("ls", "--plain").output.contains("mine alone"))
        #expect(try carl("household", "leave", "--yes").status == 65)
    }

    @Test func `a device that joins is announced on the others until somebody looks`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        let carl = try Home.called("carl")
        try carl.join(ann).check()
        try ben("sync", "--wait")
        try ben.expect("carl has joined, let in by ann")
        #expect(try ben("device", "ls").output.contains("new: let in by ann"))
        #expect(try !ben().output.contains("carl has joined"))
        #expect(try !ann().output.contains("carl has joined"))
    }

    @Test func `the household has a name, and says when only one device lets others in`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("household", "rename", "Rue Monge").check(says: "the household is Rue Monge")
        try ann("sync", "--wait")
        let status = try ben("household", "status")
        #expect(status.output.contains("Rue Monge"), "\(status.transcript)")
        #expect(status.output.contains("only ann lets devices in and out"))
        #expect(try ann("household", "reform", "--yes").status == 77)
    }
}
