import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Limits hold for whoever writes as they do for whoever receives, and who acts is told.
struct SharedLimitTests {
    private static func login(_ number: Int) -> Principal {
        Principal(uid: UInt32(2000 + number), name: "login \(number)", isOwner: false)
    }

    private static func addition(_ number: Int) -> Command {
        .user(.items(.add(NewItems(list: "Shopping", titles: ["item \(number)"]))), login(number))
    }

    @Test func `one person more than a device may be for is refused, and what the others write arrives`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("eggs"))
        let results = (0..<70).map { anna.give(Self.addition($0))[0] }
        let accepted = results.filter { if case .success? = $0 { true } else { false } }.count
        #expect(accepted == Limits.deviceMembersMax - 1)
        for case .failure(let error)? in results {
            #expect(error == .device(.tooManyMembers(Limits.deviceMembersMax + 1)))
        }
        try home.join(1, to: 0)
        home.connect(0, 1)
        #expect(try home.difference() == nil)
        #expect(ben.titles(in: "Shopping").count == anna.titles(in: "Shopping").count)
        #expect(anna.household?.roster.devices[anna.id]?.members.count == Limits.deviceMembersMax)
    }

    @Test func `the last change of devices that others would take is the last that is made, but for removals`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        func rename(_ number: Int) -> Result<CommandResult, CommandError>? {
            let name = number == 0 ? "anna" : "pc \(number - 1)"
            return anna.give(.user(.devices(.rename(name, to: "pc \(number)")), anna.principal))[0]
        }
        var refusal: CommandError?
        for number in 0..<2 * Limits.rosterActsOfDeviceMax where refusal == nil {
            if case .failure(let error)? = rename(number) { refusal = error }
        }
        #expect(refusal == .household(.tooManyChanges))
        #expect(anna.replica.library.limitUsages.first?.limit == .householdChanges)
        home.connect(0, 1)
        #expect(try home.difference() == nil)
        #expect(ben.replica.library.deviceName(anna.id) == anna.replica.library.deviceName(anna.id))
        anna.write([.roster(.remove(ben.id))], inScope: try #require(anna.householdID))
        home.settle()
        #expect(anna.household?.roster.contains(ben.id) == false)
        #expect(ben.replica.membership.removalClaims == [anna.id])
    }

    @Test func `what somebody wrote whom nobody knows holds up nothing else`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let stranger = MemberID(rawValue: 7 << 100)
        let title = [FieldWrite(.title, text: "written by nobody"), FieldWrite(.life, Life.alive)]
        let now = Now(monotonic: anna.monotonic, wall: anna.wall)
        anna.edit { $0.mint([.write(EntityID(rawValue: 7), title)], in: scope, by: stranger, now: now) }
        anna.give(anna.add("soap", to: "Shopping"))
        home.connect(0, 1)
        #expect(try home.difference() == nil)
        #expect(Set(ben.titles(in: "Shopping")).isSuperset(of: ["written by nobody", "soap"]))
    }

    @Test func `a peer that connects anew has no new budget`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let overview = Message.overview(Holding(vector: 1, state: 1)).encoded
        var answers = 0
        home.connect(1, 0)
        let hello = try #require(home.frames.first { $0.to == 0 && $0.type == Message.Kind.hello.rawValue })
        home.disconnect()
        for number in 0..<100 {
            let connection = ConnectionID(rawValue: UInt64(9000 + number))
            anna.turn([.connected(connection, ben.id, .accepted(from: Endpoint("x:1")))])
            anna.turn([.received(connection, type: hello.type, body: hello.body)])
            _ = anna.takeSaid()
            anna.turn([.received(connection, type: overview.type, body: overview.body)])
            answers += anna.takeSaid().count { if case .send(_, .summary) = $0 { true } else { false } }
            anna.turn([.disconnected(connection)])
        }
        #expect(answers <= 32)
        anna.monotonic += 60_000
        home.connect(1, 0)
        #expect(try home.difference() == nil)
    }

    @Test func `an action that arrives in part is not there at all before the rest of it is`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.connect(0, 1)
        let titles = (0..<2000).map { "imported \($0)" }
        var parts = 0
        home.isLost = { frame in
            guard frame.to == 1, frame.batchesScope != nil else { return false }
            parts += 1
            return parts > 1
        }
        anna.give(.user(.items(.add(NewItems(list: "Shopping", titles: titles))), anna.principal))
        home.settle()
        #expect(parts > 1)
        #expect(!ben.titles(in: "Shopping").contains { $0.hasPrefix("imported") })
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(ben.titles(in: "Shopping").filter { $0.hasPrefix("imported") }.count == 2000)
        ben.give(.user(.undo(list: "Shopping"), anna.principal))
        #expect(try home.difference() == nil)
    }

    @Test func `one list more than others take is refused`() throws {
        let device = try Device("anna")
        for number in 0..<HouseholdLimits.scopesMax {
            device.give(.user(.lists(.create(NewList(title: "list \(number)"))), device.principal))
        }
        #expect(device.replica.library.scopes.count == HouseholdLimits.scopesMax)
        let result = device.give(.user(.lists(.create(NewList(title: "one more"))), device.principal))[0]
        guard case .failure(let error)? = result else {
            Issue.record("it was made")
            return
        }
        #expect(error == .list(.tooMany))
    }

    @Test func `what is kept of a request fits a frame of the log, however much it touched`() {
        var outcome = Outcome()
        outcome.changed = (0..<300_000).map { number in
            EntityReference(scope: ScopeID(rawValue: 1), entity: EntityID(rawValue: UInt64(number + 1)))
        }
        outcome.unchanged = outcome.changed
        let kept = outcome.keeping(atMost: HouseholdLimits.requestOutcomeReferencesMax)
        #expect(kept.referenceCount == HouseholdLimits.requestOutcomeReferencesMax)
        #expect(kept.encoded.count < 2 << 20)
        #expect(kept.changed.first == outcome.changed.first)
    }
}
