import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Words that only a later version reads, and audiences that are kept between two questions.
struct LaterWordsTests {
    private static func household() throws -> (home: Home, anna: Device, ben: Device) {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.disconnect()
        try anna.restart()
        return (home, anna, ben)
    }

    /// Adds a batch of control to a device's log that this version cannot read.
    private static func addLaterWord(to device: Device, in scope: ScopeID, by member: MemberID, flags: UInt8) throws {
        let library = device.replica.library
        let feed = Feed(scope: scope, tier: .control, device: device.id)
        let end = try #require(library.scopes[scope]?.ownEnd(of: device.id, in: .control)).reference
        var header = BatchHeader(
            by: member,
            number: end.number + 1,
            previous: end.name,
            opCount: 1,
            stamp: Stamp(rawValue: device.replica.journal.minter.lastStamp.rawValue + 1),
            group: 9,
            context: []
        )
        header.flags = flags
        var writer = ByteWriter()
        writer.write(counted: header.encoded())
        // An op of kind 40 with one byte.
        writer.write(raw: [40, 1, 0])
        let batch = NamedBatch(try Batch(bytes: writer.bytes), of: feed)
        let number = try #require(library.feeds.number(of: feed))
        device.replaceLog(device.log + [LogEntry.batch(StoredBatch(feed: number, isMinted: true, batch)).record])
        try device.restart()
    }

    private static func shows(_ anna: Device, _ scope: ScopeID, to other: Device) -> Bool {
        anna.replica.access.isEntitled(other.id, to: scope)
    }

    @Test(arguments: [BatchHeader.criticalFlag, 0])
    func `while the household says what only a later version reads, lists go to nobody new`(flags: UInt8) throws {
        let (_, anna, ben) = try Self.household()
        let household = try #require(anna.householdID)
        let list = try #require(anna.scope(ofList: "Shopping"))
        #expect(Self.shows(anna, list, to: ben))
        try Self.addLaterWord(to: anna, in: household, by: .house, flags: flags)
        #expect(Self.shows(anna, list, to: ben) == (flags == 0))
        #expect(Self.shows(anna, household, to: ben))
    }

    @Test(arguments: [true, false])
    func `a word of the owner that only a later version reads hides a list from all but the owner`(
        isOwners: Bool
    ) throws {
        let (home, anna, ben) = try Self.household()
        let (owner, list) = (try #require(anna.member), try #require(anna.scope(ofList: "Shopping")))
        let author = isOwners ? owner : MemberID(rawValue: 7)
        try Self.addLaterWord(to: anna, in: list, by: author, flags: BatchHeader.criticalFlag)
        // A device that shows that it holds the list may have it while there are doubts, but not against the owner.
        home.connect(0, 1)
        #expect(Self.shows(anna, list, to: ben) == !isOwners)
        #expect(Self.shows(anna, list, to: anna))
    }

    @Test func `an audience judged in one household does not hold in another one`() {
        func slot(_ kind: ScopeState.Kind, _ number: UInt128) -> ScopeSlot {
            ScopeSlot(ScopeState(kind, ScopeID(rawValue: number)))
        }
        let (list, home, other) = (slot(.list, 1), slot(.household, 2), slot(.household, 3))
        let known = KnownAudience(of: list, owner: MemberID(rawValue: 1), in: home)
        #expect(known.isUpToDate(for: list, in: home))
        #expect(!known.isUpToDate(for: list, in: other) && !known.isUpToDate(for: list, in: nil))
    }
}
