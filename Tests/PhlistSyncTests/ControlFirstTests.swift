import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Who relays a list that he is just getting knows who may see it before he has any of it.
struct ControlFirstTests {
    /// Enough items for several messages, each written by itself.
    private static let items = (0..<700).map { "entry \($0) of what nobody else shall read" }

    private static func writeDiary(on device: Device) throws -> ScopeID {
        device.give(.create(NewList(title: "Diary")))
        for item in items { device.give(device.add(item, to: "Diary")) }
        return try #require(device.scope(ofList: "Diary"))
    }

    /// Anna founded the household; the tablet, which Ben uses, too, has joined, and Ben with a diary of his own.
    private static func household() throws -> (home: Home, diary: ScopeID) {
        let home = Home(try Device("anna"), try Device("ben"), try Device("tablet"))
        let ben = home.devices[1]
        let diary = try writeDiary(on: ben)
        try home.join(1, to: 0)
        try home.join(2, to: 0)
        for joiner in 1...2 { home.connect(joiner, 0) }
        home.disconnect()
        home.devices[0].give([.devices(.share("tablet", with: ["user of ben"]))])
        home.connect(2, 0)
        return (home, diary)
    }

    /// The frames about a list that went to a device, after so many.
    private static func frames(_ home: Home, about list: ScopeID, to device: Int, after count: Int = 0) -> Int {
        home.frames[count...].count { $0.to == device && $0.body.contains(list.bytes) }
    }

    @Test func `a list that was hidden when its owner joined reaches nobody through a device that is getting it`()
        throws
    {
        let (home, diary) = try Self.household()
        home.connect(1, 2)
        #expect(home.devices[2].items(in: "Diary").count == Self.items.count)
        #expect(Self.frames(home, about: diary, to: 0) == 0)
        #expect(home.devices[0].holdings[diary] == nil)
    }

    @Test(arguments: [1, 2, 3, 5, 8, 13, 21])
    func `nor when the connection breaks off after any message, and the relay starts anew`(messages: Int) throws {
        let (home, diary) = try Self.household()
        var count = 0
        home.isLost = { frame in
            guard frame.from == 1, frame.to == 2 else { return false }
            count += 1
            return count > messages
        }
        home.connect(1, 2)
        home.disconnect()
        home.isLost = { _ in false }
        try home.devices[2].restart()
        let before = home.frames.count
        home.connect(2, 0)
        #expect(Self.frames(home, about: diary, to: 0, after: before) == 0)
        home.connect(1, 2)
        #expect(home.devices[2].items(in: "Diary").count == Self.items.count)
        #expect(home.devices[0].holdings[diary] == nil)
    }

    /// Anna's list, which was everybody's and is hers alone since, and two devices that were let in afterwards.
    private static func hiddenLater() throws -> (home: Home, list: ScopeID) {
        let home = Home(try Device("anna"), try Device("guest"), try Device("tablet"))
        let anna = home.devices[0]
        let list = try writeDiary(on: anna)
        anna.give([.sharing(.show("Diary", toEverybody: false))])
        for joiner in 1...2 { try home.join(joiner, to: 0) }
        anna.give([.devices(.share("tablet", with: ["user of anna"]))])
        home.connect(1, 0)
        home.disconnect()
        return (home, list)
    }

    @Test func `a list that was everybody's before its readers came stays hidden through a device that is getting it`()
        throws
    {
        let (home, list) = try Self.hiddenLater()
        home.connect(2, 1)
        home.connect(2, 0)
        #expect(home.devices[2].items(in: "Diary").count == Self.items.count)
        #expect(Self.frames(home, about: list, to: 1) == 0)
        #expect(home.devices[1].holdings[list] == nil)
    }

    @Test func `hidden and shown again three times, whoever gets it late gets it as it is`() throws {
        for last in [true, false] {
            let home = try Home.household(of: "anna", "ben", "carl")
            let anna = home.devices[0]
            anna.give(.create(NewList(title: "Party")))
            let party = try #require(anna.scope(ofList: "Party"))
            for _ in 0..<3 {
                anna.give([.sharing(.show("Party", toEverybody: false))])
                for item in Self.items.prefix(100) { anna.give(anna.add(item, to: "Party")) }
                anna.give([.sharing(.show("Party", toEverybody: true))])
            }
            anna.give([.sharing(.show("Party", toEverybody: last))])
            home.connect(1, 2)
            home.connect(0, 1)
            #expect((home.devices[1].holdings[party] != nil) == last)
            #expect((home.devices[2].holdings[party] != nil) == last)
        }
    }

    @Test func `words that arrive without the rest are not taken in, and come again whole`() throws {
        #expect(try Self.wordsTaken() == [0, 0, 0, 1])
    }

    /// How many words a device has taken in after a message without the rest, after the connection broke, after a
    /// completion of nothing, and after the whole.
    private static func wordsTaken() throws -> [Int] {
        let (home, anna, whole, party) = try Home.party()
        home.disconnect()
        let ben = try Device("ben", log: whole.log)
        let before = ben.state(party)?.sharing.wordCount ?? 0
        var counts: [Int] = []
        func note() { counts.append((ben.state(party)?.sharing.wordCount ?? 0) - before) }
        var forger = Forger(anna, in: party, tier: .control)
        let end = try #require(anna.end(in: party, of: .control))
        let word = FieldWrite(.visibility, Visibility.participants)
        forger.write([.write(.root, [word])], after: end, by: try #require(anna.member))
        let connections = [ConnectionID(rawValue: 1_000), ConnectionID(rawValue: 1_001)]
        ben.accept(anna.id, as: connections[0])
        ben.hear(forger.message(isComplete: false), on: connections[0])
        note()
        ben.turn([.disconnected(connections[0])])
        note()
        ben.accept(anna.id, as: connections[1])
        ben.hear(.batches(.completion(of: party, holding: 1)), on: connections[1])
        note()
        ben.hear(forger.message(), on: connections[1])
        note()
        return counts
    }

    @Test func `what waits to be sent to somebody who is shut out meanwhile is not sent, and is once he is let in`()
        throws
    {
        let (home, anna, ben, party) = try Home.party()
        home.holdsBatchesBack = true
        anna.give(anna.add("secret", to: "Party"))
        home.settle()
        #expect(home.requests.map(\.request.scope) == [party])
        let before = home.frames.count
        anna.give([.sharing(.show("Party", toEverybody: false))])
        home.settle()
        home.releaseBatches()
        home.settle()
        let frames = home.frames[before...].filter { frame in
            if case .invitations? = frame.message { false } else { frame.to == 1 }
        }
        #expect(!frames.contains { $0.body.contains(party.bytes) })
        anna.give([.sharing(.show("Party", toEverybody: true))])
        home.settle()
        #expect(ben.titles(in: "Party") == ["secret"])
    }

    @Test func `control that stands in content, and content that stands in control, have no effect`() throws {
        let (_, anna, ben, party) = try Home.party("cake")
        let connection = ConnectionID(rawValue: 1_000)
        ben.accept(anna.id, as: connection)
        let member = try #require(anna.member)
        for (tier, field) in [
            (Tier.content, FieldWrite(.visibility, Visibility.participants)),
            (.control, FieldWrite(.title, text: "Funeral")),
        ] {
            var forger = Forger(anna, in: party, tier: tier)
            forger.write([.write(.root, [field])], after: anna.end(in: party, of: tier), by: member)
            ben.hear(forger.message(), on: connection)
        }
        #expect(ben.state(party)?.ledger.batchCount == (anna.state(party)?.ledger.batchCount ?? 0) + 2)
        #expect(ben.replica.library.list(party)?.visibility == .household)
        #expect(ben.replica.library.list(party)?.title == "Party")
    }

    @Test func `a batch of control that names content is never taken`() throws {
        let (_, anna, ben, party) = try Home.party("cake")
        let content = try #require(anna.end(in: party))
        var forger = Forger(anna, in: party, tier: .control)
        let field = FieldWrite(.visibility, Visibility.participants)
        let (member, end) = (try #require(anna.member), anna.end(in: party, of: .control))
        forger.write([.write(.root, [field])], after: end, knowing: [content], by: member)
        let connection = ConnectionID(rawValue: 1_000)
        ben.accept(anna.id, as: connection)
        let count = ben.state(party)?.ledger.batchCount
        ben.hear(forger.message(), on: connection)
        #expect(ben.state(party)?.ledger.batchCount == count)
    }
}

/// What a peer can do with control that it does not complete.
struct IncompleteControlTests {
    private static func pair() throws -> (anna: Device, ben: Device, party: ScopeID) {
        let (_, anna, ben, party) = try Home.party()
        return (anna, ben, party)
    }

    @Test func `more words than an inbox holds are taken in together, in one append`() throws {
        let (anna, ben, party) = try Self.pair()
        var forger = Forger(anna, in: party, tier: .control)
        let member = try #require(anna.member)
        var end = try #require(anna.end(in: party, of: .control))
        let answer = Answer(member, to: Dot(batch: .none, op: 0), .left)
        let (first, state) = (end.number, try #require(ben.state(party)))
        let before = (batches: state.ledger.batchCount, words: state.sharing.wordCount)
        var messages: [Message] = []
        let count = SyncLimits.inboxBatchesMax + 200
        for number in 1...count {
            end = forger.write([.write(.root, [SharingWord.answer(answer).write])], after: end, by: member).reference
            guard number % 64 == 0 || number == count else { continue }
            let run = Array(forger.batches.suffix(number % 64 == 0 ? 64 : number % 64))
            let heads = [forger.head(of: try #require(run.last))]
            messages.append(forger.message(run, heads: heads, isComplete: number == count))
        }
        let (connection, commits) = (ConnectionID(rawValue: 1_000), ben.commits.count)
        ben.accept(anna.id, as: connection)
        for message in messages.dropLast() { ben.hear(message, on: connection) }
        #expect(ben.commits.count == commits)
        ben.hear(try #require(messages.last), on: connection)
        #expect(ben.state(party)?.ledger.batchCount == before.batches + count)
        // Kept are all, heard are as many as a device may say.
        #expect(ben.state(party)?.sharing.wordCount == before.words + Int(Limits.narrowingNumberMax - first))
        let starts = ben.commits[(commits - 1)...]
        let appends = zip(starts, starts.dropFirst()).map { ben.log[$0..<$1].count { $0.kind == .batch } }
        #expect(appends.filter { $0 > 0 } == [count])
        #expect(ben.closed[connection] == nil)
    }

    @Test func `content that comes behind control waits for the rest of it`() throws {
        let (anna, ben, party) = try Self.pair()
        let (control, content) = (
            try #require(anna.end(in: party, of: .control)), try #require(anna.end(in: party))
        )
        var (words, items) = (Forger(anna, in: party, tier: .control), Forger(anna, in: party))
        let word = FieldWrite(.visibility, Visibility.participants)
        words.write([.write(.root, [word])], after: control, by: try #require(anna.member))
        items.write("secret", after: content)
        let connection = ConnectionID(rawValue: 1_000)
        let before = try #require(ben.state(party)?.sharing.wordCount)
        ben.accept(anna.id, as: connection)
        ben.hear(words.message(isComplete: false), on: connection)
        ben.hear(items.message(), on: connection)
        #expect(!ben.titles(in: "Party").contains("secret"))
        ben.hear(.batches(.completion(of: party, holding: 1)), on: connection)
        #expect(ben.state(party)?.sharing.wordCount == before + 1)
        #expect(
            ben.titles(in: "Party").contains("secret") || ben.replica.library.list(party)?.visibility == .participants
        )
    }

    /// A peer of ben who brings words that change nothing for him, each on a branch of its own, and an item.
    private struct Bringer {
        let ben: Device
        let party: ScopeID
        var (words, items): (Forger, Forger)
        let connection = ConnectionID(rawValue: 1_000)
        private let batchCount: Int

        init(wordCount: Int) throws {
            let (anna, ben, party) = try IncompleteControlTests.pair()
            (self.ben, self.party) = (ben, party)
            (words, items) = (Forger(anna, in: party, tier: .control), Forger(anna, in: party))
            let (end, member) = (try #require(anna.end(in: party, of: .control)), try #require(anna.member))
            for number in 1...wordCount {
                let answer = Answer(member, to: Dot(batch: .none, op: number), .left)
                words.write([.write(.root, [SharingWord.answer(answer).write])], after: end, by: member)
            }
            items.write("secret", after: anna.end(in: party))
            batchCount = try #require(ben.state(party)).ledger.batchCount
            ben.accept(anna.id, as: connection)
        }

        var storedCount: Int { (ben.state(party)?.ledger.batchCount ?? 0) - batchCount }
    }

    @Test func `content whose control the disk has refused waits until that comes again`() throws {
        let bringer = try Bringer(wordCount: 1)
        let (ben, connection) = (bringer.ben, bringer.connection)
        ben.diskFailure = .diskFull
        ben.hear(bringer.words.message(), on: connection)
        ben.diskFailure = nil
        ben.hear(bringer.items.message(), on: connection)
        #expect(bringer.storedCount == 0)
        ben.hear(bringer.words.message(), on: connection)
        #expect(bringer.storedCount == 2)
    }

    @Test func `content whose control came on more branches than are taken at once waits for the rest of them`()
        throws
    {
        let count = Int(SyncLimits.branchPace.atOnce) + 2
        let bringer = try Bringer(wordCount: count)
        let (ben, connection) = (bringer.ben, bringer.connection)
        ben.hear(bringer.words.message(), on: connection)
        ben.hear(bringer.items.message(), on: connection)
        #expect((1..<count).contains(bringer.storedCount))
        #expect(!ben.titles(in: "Party").contains("secret"))
        ben.monotonic += 10 * SyncLimits.branchPace.milliseconds
        ben.hear(bringer.words.message(), on: connection)
        #expect(bringer.storedCount == count + 1)
        #expect(ben.titles(in: "Party").contains("secret"))
    }

    @Test func `content that waits for the control of one peer is taken from another that has no more to say`()
        throws
    {
        let bringer = try Bringer(wordCount: 1)
        let (ben, other) = (bringer.ben, ConnectionID(rawValue: 1_001))
        ben.diskFailure = .diskFull
        ben.hear(bringer.words.message(), on: bringer.connection)
        ben.diskFailure = nil
        ben.hear(bringer.items.message(), on: bringer.connection)
        ben.accept(DeviceID(publicKey: Array("key of anna".utf8)), as: other)
        ben.hear(bringer.items.message(), on: other)
        #expect(bringer.storedCount == 1)
        #expect(ben.titles(in: "Party").contains("secret"))
    }

    @Test func `who brings more control than is kept account of, and none that fits, brings no content any more`() {
        let (control, ledger) = (BroughtControl(), Ledger())
        let (scope, other) = (ScopeID(rawValue: 3), ScopeID(rawValue: 4))
        var forger = Forger("anna", in: scope, tier: .control)
        for number in 0...SyncLimits.controlPendingMax {
            #expect(control.isStored(of: other, in: ledger))
            let batch = forger.write([.write(.root, [FieldWrite(.title, text: "\(number)")])])
            control.note(batch, of: scope, in: ledger)
        }
        #expect(!control.isStored(of: other, in: ledger))
    }

    @Test func `the same control many times is kept account of once, and little of it beyond the connection`() {
        let (control, ledger) = (BroughtControl(), Ledger())
        let (scope, other) = (ScopeID(rawValue: 3), ScopeID(rawValue: 4))
        var forger = Forger("anna", in: scope, tier: .control)
        let words = (0...SyncLimits.controlPendingAfterMax).map { number in
            forger.write([.write(.root, [FieldWrite(.title, text: "\(number)")])])
        }
        for _ in 0..<SyncLimits.controlPendingMax { control.note(words[0], of: scope, in: ledger) }
        control.end()
        #expect(control.isStored(of: other, in: ledger) && !control.isStored(of: scope, in: ledger))
        control.note(words[0], of: scope, in: ledger, isRefused: true)
        #expect(control.isStored(of: scope, in: ledger))
        for word in words { control.note(word, of: scope, in: ledger) }
        control.end()
        #expect(!control.isStored(of: other, in: ledger))
    }

    @Test func `who announces more control and brings nothing is closed`() throws {
        let (anna, ben, party) = try Self.pair()
        let connection = ConnectionID(rawValue: 1_000)
        ben.accept(anna.id, as: connection)
        let forger = Forger(anna, in: party, tier: .control)
        ben.hear(forger.message([], isComplete: false), on: connection)
        #expect(ben.closed[connection] == .malformed)
    }
}
