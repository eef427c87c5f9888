import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What a repeated request is answered after a restart, however its outcome is kept.
struct RequestRestartTests {
    /// A command, and whether its batch tells the outcome.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var command: UserCommand
        var isTold: Bool

        var testDescription: String { name }

        init(_ name: String, _ command: UserCommand, isTold: Bool = true) {
            (self.name, self.command, self.isTold) = (name, command, isTold)
        }
    }

    private static let cases = [
        Case("done", .items(.change(["milk"], ItemChange(state: .done)))),
        Case("done with two", .items(.change(["milk", "bread"], ItemChange(state: .done)))),
        Case("edit", .items(.change(["milk"], ItemChange(title: "oat milk", tagsAdded: ["shop"])))),
        Case("nothing to edit", .items(.change(["milk"], ItemChange(state: .open))), isTold: false),
        Case("trash", .items(.change(["milk"], ItemChange(isTrashed: true)))),
        Case("purge", .items(.purge(["old"]))),
        Case("add", .items(.add(NewItems(titles: ["eggs", "tea"])))),
        Case("add one that is there", .items(.add(NewItems(titles: ["milk"]))), isTold: false),
        Case("add an old and a new one", .items(.add(NewItems(titles: ["milk", "x"]))), isTold: false),
        Case("move", .items(.move(["milk"], ItemTarget(anchor: .bottom)))),
        Case("create", .lists(.create(NewList(title: "Garden")))),
        Case("rename", .lists(.change(["Shopping"], renamed))),
        Case("clear", .lists(.clearDone("Shopping"))),
        Case("default list", .lists(.setDefault("Shopping")), isTold: false),
        Case("own view", .lists(.setOwnView("Shopping", ListChange.View(sort: .name))), isTold: false),
        Case("filter", .filters(.save(NewFilter(name: "week"), isReplacing: false)), isTold: false),
        Case("view of all lists", .filters(.setOverallView(ItemDisplay(sort: .due))), isTold: false),
        Case("copy", .lists(.copy("Shopping", title: "Copy", isReset: false)), isTold: false),
        Case("sections", .sections(.add(list: "Shopping", names: ["fruit", "drinks"]))),
        Case("undo", .undo(list: nil)),
        Case("add in bulk", .items(.add(NewItems(titles: (0..<600).map { "\($0)" }))), isTold: false),
    ]

    private static let renamed: ListChange = {
        var change = ListChange()
        change.title = "Shop"
        return change
    }()

    private static func device() throws -> Device {
        let device = try Device("anna")
        device.give(device.add("milk", "bread", "old", "eaten"))
        device.give(device.change("old", ItemChange(isTrashed: true)), device.change("eaten", ItemChange(state: .done)))
        return device
    }

    private static func snapshot(of device: Device) throws -> (bytes: [UInt8], recordCount: Int) {
        let snapshot = device.replica.snapshot
        return (try #require(snapshot).encoded, device.log.count)
    }

    private static let key = RequestKey(text: "k", digest: 1)

    private static func give(_ command: UserCommand, to device: Device) -> Result<CommandResult, CommandError>? {
        device.give(.user(command, device.principal, CommandOptions(request: key)))[0]
    }

    private static func newestRequest(in device: Device) -> LocalFact? {
        let facts = device.log.compactMap { record -> LocalFact? in
            guard case .local(let fact)? = try? LogEntry(record), fact.request != nil else { return nil }
            return fact
        }
        return facts.last
    }

    @Test(arguments: cases)
    func `a repetition is answered the same by the log and by a snapshot`(_ example: Case) throws {
        let device = try Self.device()
        let first = try #require(Self.give(example.command, to: device))
        #expect(throws: Never.self) { try first.get() }
        let isTold = if case .requestOfBatch? = Self.newestRequest(in: device) { true } else { false }
        #expect(isTold == example.isTold)
        device.give(device.add("later"))
        let snapshot = try Self.snapshot(of: device)
        #expect(Self.give(example.command, to: device) == first)
        for cache in [nil, snapshot] {
            try device.restart(from: cache)
            let logged = device.log.count
            #expect(Self.give(example.command, to: device) == first)
            #expect(device.log.count == logged)
        }
    }

    @Test func `the first request of a user, which makes a member and a list, is answered the same`() throws {
        let device = try Device("anna")
        let add = UserCommand.items(.add(NewItems(titles: ["milk"])))
        let first = try #require(Self.give(add, to: device))
        guard case .success(.acted(let outcome, _)) = first else {
            Issue.record("\(first)")
            return
        }
        #expect(outcome.isNewList && outcome.changed.count == 1)
        try device.restart()
        #expect(Self.give(add, to: device) == first)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `whatever was asked, a restart anywhere answers all of it the same`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let device = try Self.device()
        var answers: [(command: Command, result: Result<CommandResult, CommandError>)] = []
        var snapshot: (bytes: [UInt8], recordCount: Int)?
        for number in 0..<40 {
            device.wall += Int64(random.number(below: 2000)) - 500
            let example = Self.cases[random.number(below: Self.cases.count)]
            let options = CommandOptions(request: RequestKey(text: "\(seed) \(number)", digest: UInt32(number)))
            let command = Command.user(example.command, device.principal, options)
            let result = try #require(device.give(command)[0])
            if case .success = result { answers.append((command, result)) }
            if random.happens(percent: 20) { snapshot = try Self.snapshot(of: device) }
            guard random.happens(percent: 20) else { continue }
            try device.restart(from: random.happens(percent: 50) ? snapshot : nil)
            for answer in answers {
                let again = try #require(device.give(answer.command)[0])
                #expect(again == answer.result, "\(answer.command)")
            }
        }
        #expect(answers.count > 10)
    }

    @Test func `a request whose batch is not in the log, or not before it, is forgotten`() throws {
        let device = try Self.device()
        let done = Self.cases[0].command
        _ = Self.give(done, to: device)
        let log = device.log
        guard case .requestOfBatch? = Self.newestRequest(in: device), log.last?.kind == .local else {
            Issue.record("the request is kept in another form")
            return
        }
        var replica = Self.emptyReplica()
        try replica.restore(log[log.count - 1])
        let isForgotten = replica.library.requests.facts.isEmpty
        #expect(isForgotten)
        // Two facts never share a batch.
        replica = Self.emptyReplica()
        for record in log { try replica.restore(record) }
        let other = RequestTag(RequestKey(text: "other", digest: 1), of: 1000)
        try replica.restore(LogEntry.local(.requestOfBatch(other, flags: 0)).record)
        let kept = replica.library.requests.facts.compactMap(\.request)
        #expect(kept == [RequestTag(Self.key, of: 1000)])
    }

    private static func emptyReplica() -> Replica {
        Device.emptyReplica("anna", Array("key of anna".utf8), seed: 7)
    }

    @Test func `the time of a request is that of its batch, and ends with its day`() throws {
        let device = try Self.device()
        let first = Self.give(Self.cases[0].command, to: device)
        try device.restart()
        device.wall += HouseholdLimits.requestMillisecondsMax - 1
        #expect(Self.give(Self.cases[0].command, to: device) == first)
        device.wall += Limits.clockStepBackMillisecondsMax
        #expect(Self.give(Self.cases[0].command, to: device) != first)
    }

    @Test func `a request is known for a day by the device's own clock, however far ahead that is`() throws {
        let device = try Self.device()
        let lead = ClockLead(milliseconds: 400 * HouseholdLimits.requestMillisecondsMax, at: 1)
        device.edit { _ in [.local(.clockAhead(lead))] }
        // What is stamped now is by a clock that the device's last stamp does not hold back.
        let first = Self.give(Self.cases[0].command, to: device)
        guard case .request? = Self.newestRequest(in: device) else {
            Issue.record("the stamp is near the clock")
            return
        }
        #expect(Self.give(Self.cases[0].command, to: device) == first)
        try device.restart()
        #expect(Self.give(Self.cases[0].command, to: device) == first)
    }

    @Test func `keys of different users, and different keys, have different names`() {
        var names: Set<UInt64> = []
        for uid in 0..<50 as Range<UInt32> {
            for text in 0..<50 { names.insert(RequestTag(RequestKey(text: "\(text)", digest: 0), of: uid).name) }
        }
        #expect(names.count == 2500)
        // A log outlives the program that wrote it.
        #expect(RequestTag(RequestKey(text: "k7", digest: 9), of: 1000) == RequestTag(name: Self.nameOfK7, digest: 9))
    }

    private static let nameOfK7: UInt64 = 0x1EB7_E38E_2FC2_F9DB
}
