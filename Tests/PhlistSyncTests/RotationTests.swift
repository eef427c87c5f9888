import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Recurring items that members do by turns.
struct RotationTests {
    private static let names = ["anna", "ben", "cleo"]
    let home: Home

    init() throws {
        home = Home(try Self.names.map { try Device($0) })
        // Who has written something is a person of the household after joining.
        for device in home.devices { device.give(device.add("milk")) }
        for number in [1, 2] {
            try home.join(number, to: 0)
            home.connect(number, 0)
        }
        home.meet()
        anna.make("Home", ["bins", "rent"])
        home.settle()
        change("bins", "FREQ=WEEKLY;BYDAY=TU", rotation: "user of anna,user of ben, user of cleo")
    }

    var anna: Device { home.devices[0] }
    var ben: Device { home.devices[1] }
    private var cleo: Device { home.devices[2] }

    private func change(_ item: String, _ rule: String? = nil, rotation: String) {
        anna.give(anna.change(item, Self.change(rule, rotation: rotation)))
        home.settle()
    }

    private static func change(_ rule: String? = nil, rotation: String) -> ItemChange {
        var change = ItemChange(recurrence: rule, rotation: rotation)
        change.today = CivilDate("2026-11-27")
        return change
    }

    /// The open occurrence, as one device has it.
    func bins(_ device: Device? = nil) throws -> ItemState {
        let found = (device ?? anna).items(in: "Home").filter {
            $0.title == "bins" && $0.state == .open && !$0.isTrashed
        }
        #expect(found.count == 1)
        return try #require(found.first)
    }

    private func name(_ member: MemberID?) -> String? {
        member.flatMap { anna.name(of: $0) }.map { String($0.dropFirst("user of ".count)) }
    }

    private func turn() throws -> String? { name(try bins().assignee) }

    func done(by device: Device, on day: String = "2026-12-01") throws {
        device.give(device.change(try bins(device).entity.description, .done(on: day)))
        home.settle()
    }

    @Test func `whoever is named first begins, and each one is followed by the next`() throws {
        var turns = [try turn()]
        for device in [anna, ben, cleo, anna] {
            try done(by: device)
            turns.append(try turn())
        }
        #expect(turns == ["anna", "ben", "cleo", "anna", "ben"])
    }

    @Test func `who stands in for somebody has had a turn, and who was away has the next one`() throws {
        try done(by: cleo)
        #expect(try turn() == "anna")
        try done(by: ben)
        #expect(try turn() == "anna")
        try done(by: anna)
        #expect(try turn() == "cleo")
    }

    @Test func `who ticks without taking turns does it for the assignee`() throws {
        change("bins", rotation: "user of anna,user of ben")
        try done(by: cleo)
        #expect(try turn() == "ben")
    }

    @Test func `what is skipped leaves the turn where it was`() throws {
        anna.give(anna.change(try bins().entity.description, .skip(on: "2026-12-01")))
        home.settle()
        #expect(try turn() == "anna")
    }

    @Test func `another assignee is for one time, and counts as a turn only for who did it`() throws {
        anna.give(anna.change("bins", ItemChange(assignee: "user of cleo")))
        home.settle()
        try done(by: cleo)
        #expect(try turn() == "anna")
    }

    @Test func `an occurrence that leaves the series was the turn of who has it now`() throws {
        var once = ItemChange(title: "bins and paper", assignee: "user of ben")
        (once.occurrence, once.today) = (.once, CivilDate("2026-11-27"))
        anna.give(anna.change("bins", once))
        home.settle()
        #expect(try turn() == "anna")
        let alone = try #require(anna.items(in: "Home").first { $0.title == "bins and paper" })
        #expect(alone.rotation.isEmpty && name(alone.assignee) == "ben")
        try done(by: anna)
        #expect(try turn() == "cleo")
    }

    @Test func `a completion that is taken back takes the turn back`() throws {
        let first = try bins().entity.description
        try done(by: anna)
        anna.give([.undo(list: nil)])
        #expect(try turn() == "anna")
        try done(by: anna)
        anna.give(anna.change(first, ItemChange(state: .open)))
        #expect(try turn() == "anna")
        try done(by: anna)
        #expect(try turn() == "ben")
        // Somebody has given the next one to cleo, so it is not taken back.
        anna.give(anna.change(try bins().entity.description, ItemChange(assignee: "user of cleo")))
        anna.give(anna.change(first, ItemChange(state: .open)))
        #expect(anna.items(in: "Home").count { $0.title == "bins" && $0.state == .open && !$0.isTrashed } == 2)
    }

    @Test func `an assignee who takes turns stays, any other gives way to the first`() throws {
        change("bins", rotation: "user of ben,user of anna")
        #expect(try turn() == "anna")
        change("bins", rotation: "user of cleo,user of ben")
        #expect(try turn() == "cleo")
        var both = ItemChange(assignee: "user of anna", rotation: "user of cleo,user of ben")
        both.today = CivilDate("2026-11-27")
        anna.give(anna.change("bins", both))
        #expect(try turn() == "anna")
    }

    @Test func `what one ends while another one completes it can be removed at once`() throws {
        let first = try bins().entity.description
        home.disconnect()
        ben.give(ben.change(first, .done(on: "2026-12-01")))
        anna.give(anna.change(first, ItemChange(state: .cancelled)))
        home.meet()
        let next = try bins()
        #expect(next.recurrence == nil && !next.rotation.isEmpty)
        anna.give(anna.change(next.entity.description, ItemChange(isTrashed: true)))
        home.settle()
        for device in home.devices {
            #expect(device.titles(in: "Home") == ["rent"])
        }
    }

    @Test(arguments: [true, false])
    func `turns made apart stay settled, whether the next one is renamed or moved`(isRenamed: Bool) throws {
        let first = try bins().entity.description
        home.disconnect()
        for device in [ben, cleo] { device.give(device.change(first, .done(on: "2026-12-01"))) }
        home.meet()
        #expect(try anna.conflicts().isEmpty)
        if isRenamed {
            anna.give(anna.change("bins", ItemChange(title: "bin")))
        } else {
            anna.give([.items(.move(["bins"], ItemTarget(anchor: .bottom)))])
        }
        anna.give(anna.change("bin", ItemChange(note: "both")))
        home.settle()
        for device in home.devices { #expect(try device.conflicts().isEmpty) }
        // What somebody has written competes.
        home.disconnect()
        for (device, name) in [(ben, "ben"), (cleo, "cleo")] {
            device.give(device.change("bin", ItemChange(assignee: "user of \(name)")))
        }
        home.meet()
        #expect(try anna.conflicts().map(\.fieldName) == ["assignee"])
    }

    @Test func `a rule that goes takes the rotation along`() throws {
        anna.give(anna.change("bins", ItemChange(recurrence: "")))
        #expect(try bins().rotation.isEmpty && turn() == "anna")
        anna.give([.undo(list: nil)])
        #expect(try bins().rotation.members.count == 3)
        change("bins", rotation: "")
        #expect(try bins().rotation.isEmpty && bins().recurrence != nil)
    }

    @Test func `turns that cannot be taken are refused, and nothing is written`() throws {
        let member = try #require(anna.member)
        let many = (1...33).map { "m\($0)" }
        for name in many { anna.give(.user(.members(.add(name: name, email: "")), anna.principal)) }
        let refusals: [(String, ItemChange, CommandError)] = [
            ("rent", Self.change(rotation: "user of anna,user of ben"), .item(.rotationWithoutRule)),
            ("bins", Self.change("", rotation: "user of anna,user of ben"), .item(.rotationWithoutRule)),
            ("bins", Self.change(rotation: "user of anna"), .item(.rotationTooShort("user of anna"))),
            ("bins", Self.change(rotation: " , "), .item(.rotationTooShort(","))),
            ("bins", Self.change(rotation: "user of anna,dora"), .member(.notFound("dora"))),
            ("bins", Self.change(rotation: "user of anna,USER OF ANNA"), .item(.inRotationTwice(member))),
            ("bins", Self.change(rotation: many.joined(separator: ",")), .item(.rotationTooLong(33))),
        ]
        let logged = anna.log.count
        for (item, change, error) in refusals {
            #expect(anna.give(anna.change(item, change))[0] == .failure(error))
        }
        #expect(anna.log.count == logged)
    }

    @Test func `who was removed, or does not see the list, has no turn`() throws {
        anna.give(.user(.members(.add(name: "dora", email: "")), anna.principal))
        anna.give(.create(NewList(title: "Own", isPrivate: true)))
        anna.give(anna.add("plants", to: "Own"))
        change("plants", "FREQ=DAILY", rotation: "user of ben,dora,user of anna")
        let plants = try #require(anna.items(in: "Own").first)
        #expect(name(plants.assignee) == "anna" && plants.rotation.members.count == 3)
        change("bins", rotation: "dora,user of anna,user of ben")
        let remove = UserCommand.members(.change("dora", MemberChange(isRemoved: true)))
        anna.give(.user(remove, anna.principal))
        home.settle()
        try done(by: cleo)
        #expect(try turn() == "ben" && bins().rotation.members.count == 2)
        try done(by: ben)
        #expect(try turn() == "anna")
    }

    @Test func `whoever has the turn and is removed has it no longer after the next completion`() throws {
        try done(by: anna)
        anna.give(anna.change(try bins().entity.description, ItemChange(assignee: "user of cleo")))
        anna.give(.user(.members(.change("user of cleo", MemberChange(isRemoved: true))), anna.principal))
        home.settle()
        try done(by: anna)
        #expect(try turn() == "ben" && bins().rotation.members.map { name($0) } == ["ben", "anna"])
        anna.give(.user(.members(.change("user of ben", MemberChange(isRemoved: true))), anna.principal))
        home.settle()
        // One member alone takes no turns.
        try done(by: anna)
        #expect(try bins().rotation.isEmpty && turn() == "anna")
    }

    @Test func `a backup has the turns, and the next one is the same on the new device`() throws {
        try done(by: ben)
        let queue = try bins().rotation
        let new = try Device("new")
        new.give(.restoreBackup(try RecoveryTests.backup(of: anna)))
        #expect(try bins(new).rotation == queue && name(bins(new).assignee) == "anna")
        new.give(new.change(try bins(new).entity.description, .done(on: "2026-12-08")))
        try done(by: anna, on: "2026-12-08")
        #expect(try bins(new).entity == bins().entity && bins(new).rotation == bins().rotation)
        #expect(try bins(new).assignee == bins().assignee && turn() == "cleo")
    }

    @Test func `in another household the turns are those of the same people there, without who is unknown`() throws {
        let (host, guest) = (try Device("host"), try Device("guest"))
        host.give(host.add("milk"))
        host.give([.members(.add(name: "Kid", email: ""))])
        for name in ["Kid", "Uncle"] { guest.give([.members(.add(name: name, email: ""))]) }
        guest.make("Home", ["bins"])
        let turns = "Uncle, Kid, user of guest"
        guest.give(guest.change("bins", Self.change("FREQ=WEEKLY;BYDAY=TU", rotation: turns)))
        let both = Home(host, guest)
        try both.join(1, to: 0, shareLists: true)
        both.connect(0, 1)
        let first = try bins(host)
        let members = first.rotation.members
        #expect(members.map { host.name(of: $0) } == ["Kid", "user of guest"])
        #expect(members.first == (try host.member(named: "Kid")) && first.assignee == nil)
        host.give(host.change("bins", .done(on: "2026-12-01")))
        both.settle()
        #expect(guest.name(of: try bins(guest).assignee) == "Kid")
        #expect(try both.difference() == nil)
    }

    @Test func `two who do it apart make one next item, and nobody has to settle whose turn it is`() throws {
        home.disconnect()
        try done(by: anna)
        try done(by: ben)
        home.meet()
        let turns = try home.devices.map { try bins($0).assignee }
        #expect(Set(turns).count == 1)
        for device in home.devices { #expect(try device.conflicts().isEmpty) }
        let next = try bins()
        #expect(next.assignee == next.rotation.members.first)
        // Nor after somebody has changed something else.
        anna.give(anna.change(next.entity.description, ItemChange(note: "at the gate")))
        home.settle()
        for device in home.devices { #expect(try device.conflicts().isEmpty) }
    }

    @Test func `an assignee that two people choose apart for the next occurrence is theirs to settle`() throws {
        try done(by: anna)
        home.disconnect()
        anna.give(anna.change("bins", ItemChange(assignee: "user of cleo")))
        ben.give(ben.change("bins", ItemChange(assignee: "user of anna")))
        home.meet()
        #expect(try anna.conflicts().map(\.fieldName) == ["assignee"])
    }

    @Test func `a copy of the list has the rotation, and a merged item keeps it`() throws {
        anna.give(.copy("Home", title: "Flat", isReset: true))
        let copy = try #require(anna.items(in: "Flat").first { $0.title == "bins" })
        #expect(copy.rotation == (try bins().rotation))
        anna.give(anna.add("paper", to: "Home"))
        let paper = try #require(anna.items(in: "Home").first { $0.title == "paper" })
        let references = [try bins().entity.description, paper.entity.description]
        #expect(anna.give(.user(.items(.merge(references)), anna.principal))[0]?.outcome != nil)
        #expect(try bins().rotation.members.count == 3)
    }

    /// The oracle knows only who did it when: next is whoever has not done it for longest.
    @Test(arguments: 0..<40)
    func `the next one is for whoever has not done it for longest`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var lastTurns = ["anna": -3, "ben": -2, "cleo": -1]
        for number in 0..<10 {
            let who = [0, 1, 2].randomElement(using: &random) ?? 0
            if random.happens(percent: 20) {
                let device = home.devices[who]
                device.give(device.change(try bins(device).entity.description, .skip(on: "2026-12-01")))
                home.settle()
            } else {
                try done(by: home.devices[who])
                lastTurns[Self.names[who]] = number
            }
            #expect(try turn() == lastTurns.min { $0.value < $1.value }?.key)
        }
    }

    @Test(arguments: 0..<40)
    func `however people do it apart, in the end all see the same turn, and nobody has left the rotation`(
        seed: UInt64
    )
        throws
    {
        var random = SeededRandom(seed: seed)
        home.disconnect()
        for _ in 0..<12 {
            for device in home.devices where random.happens(percent: 60) {
                device.wall += 1000
                let item = try bins(device).entity.description
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1: device.give(device.change(item, .done(on: "2026-12-01")))
                case 2: device.give(device.change(item, .skip(on: "2026-12-01")))
                default: device.give(device.change(item, ItemChange(assignee: "user of ben")))
                }
            }
            guard random.happens(percent: 40) else { continue }
            let (one, other) = [(0, 1), (1, 2), (0, 2)].randomElement(using: &random) ?? (0, 1)
            home.connect(one, other)
            home.disconnect()
        }
        home.meet()
        let all = try home.devices.map { try bins($0) }
        #expect(Set(all.map(\.assignee)).count == 1 && Set(all.map(\.rotation)).count == 1)
        #expect(Set(all[0].rotation.members.map { name($0) }) == Set(Self.names))
    }
}
