import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// Entities with more values than people write: what they cost, and that they are folded like any other.
struct ManyValuesTests {
    private static let milk = EntityID(rawValue: 1)
    private static let bread = EntityID(rawValue: 2)
    /// What a batch of the greatest size holds.
    private static let tagCount = 28_160

    private static func tag(_ number: Int) -> String {
        let digits = "0123456789abcdefghijklmnopqrstuvwxyz".map(String.init)
        return digits[number / 1296] + digits[number / 36 % 36] + digits[number % 36]
    }

    /// Writes in as few ops as they fit, and those in as few batches.
    private static func batches(of writes: [FieldWrite], to entity: EntityID) -> [[Op]] {
        let ops = Op.writes(writes, to: entity)
        var (batches, size): ([[Op]], Int) = ([], .max)
        for op in ops {
            size = size == .max ? .max : size + op.encodedSize
            if size > Limits.batchBytesMax || batches[batches.count - 1].count == Limits.batchOpsMax {
                batches.append([])
                size = op.encodedSize
            }
            batches[batches.count - 1].append(op)
        }
        return batches
    }

    /// The values that a device looks at on the way of some writes into its state.
    private static func visits(_ writer: inout Writer, _ writes: [FieldWrite], to entity: EntityID = milk) -> Int {
        let before = writer.state.table.index.visitCount
        for ops in batches(of: writes, to: entity) { writer.act(ops) }
        return writer.state.table.index.visitCount - before
    }

    @Test func `tags are put in, put in again, taken out, purged and put back in a few steps each`() {
        var ann = Writer.device(1)
        let tags = (0..<Self.tagCount).map { FieldWrite.insert(Self.tag($0), into: .tags) }
        let removals = (0..<Self.tagCount).map { FieldWrite.remove(Self.tag($0), from: .tags) }
        #expect(Self.batches(of: tags, to: Self.milk).count == 1)
        for writes in [tags, tags.reversed(), removals, tags] {
            #expect(Self.visits(&ann, writes) <= 4 * Self.tagCount)
        }
        #expect(ann.state.entry(of: Self.milk)?.elements(.tags).count == Self.tagCount)
        ann.act([.purge(Self.milk)])
        #expect(!ann.state.table.hasValues(0))
        #expect(Self.visits(&ann, tags) <= 4 * Self.tagCount)
        #expect(ann.state.entry(of: Self.milk)?[.tags].siblings.count == Self.tagCount)
    }

    @Test func `tags that somebody else has put in meanwhile cost no more`() {
        var (ann, ben) = (Writer.device(1), Writer.device(2))
        let tags = (0..<Self.tagCount).map { FieldWrite.insert(Self.tag($0), into: .tags) }
        #expect(Self.visits(&ann, tags) <= 4 * Self.tagCount)
        #expect(Self.visits(&ben, tags) <= 4 * Self.tagCount)
        let before = ann.state.table.index.visitCount
        ann.hear(ben)
        #expect(ann.state.table.index.visitCount - before <= 4 * Self.tagCount)
        #expect(ann.state.entry(of: Self.milk)?[.tags].siblings.count == 2 * Self.tagCount)
        #expect(ann.state.entry(of: Self.milk)?.elements(.tags).count == Self.tagCount)
    }

    @Test func `fields of one entity are written in a few steps each, in whatever order`() {
        var ann = Writer.device(1)
        let fields = (0..<20_000).map { FieldWrite(FieldID(rawValue: UInt64(0x8000 + $0) << 3), [7]) }
        for (entity, writes) in [(Self.milk, fields), (Self.bread, fields.reversed()), (Self.bread, fields)] {
            #expect(Self.visits(&ann, writes, to: entity) <= 4 * fields.count)
        }
        for row in 0..<2 {
            let current = ann.state.table.currentWrites(of: row).map(\.field)
            #expect(current == current.sorted() && Set(current).count == fields.count)
        }
    }

    @Test func `as many words on who may see a list as a device may say are heard in a few steps each`() {
        let anna = SharingHistory.members[0]
        let origin = ListOrigin(owner: anna, household: ScopeID(rawValue: 2), nonce: 1)
        var annas = Writer.device(0, scope: origin.scope)
        let count = Int(Limits.wideningNumberMax) * Limits.batchWordsMax
        let guests = (0..<count / 2).map { MemberID(rawValue: UInt128($0) << 80 | 1 << 127) }
        let visibilities = [Visibility.participants, .household].map { SharingWord.visibility($0) }
        let words = guests.enumerated().flatMap { [.grant(Grant($1, .invited)), visibilities[$0 % 2]] }
        let ops = words.map { Op.write(.root, [$0.write]) }
        for start in stride(from: 0, to: ops.count, by: Limits.batchWordsMax) {
            let part = Array(ops[start..<start + Limits.batchWordsMax])
            _ = annas.author(part, at: Writer.start, by: anna, group: UInt64(start))
        }
        #expect(annas.state.table.index.visitCount <= 4 * words.count)
        #expect(annas.state.sharing.wordCount == words.count)
        #expect(annas.state.sharing.deeds.newest().map(\.content) == words.suffix(1))
        let audience = Audience(annas.state.sharing, owner: anna, in: SharingHistory.roster)
        #expect(audience.invited.count == guests.count && audience.visibility == .household)
    }

    @Test func `of many purges without an edit in between the first of each chain is kept`() throws {
        var (ann, ben) = (Writer.device(1), Writer.device(2))
        ann.write(Self.milk, FieldWrite(.title, text: "milk"), FieldWrite(.note, text: "two litres"))
        ben.hear(ann)
        for _ in 0..<4 { ann.act(Array(repeating: .purge(Self.milk), count: Limits.batchOpsMax)) }
        ben.act([.purge(Self.milk), .purge(Self.milk)])
        ann.hear(ben)
        #expect(ann.state.table.purges[0]?.values.map(\.count) == [1, 1])
        ben.write(Self.milk, FieldWrite(.title, text: "oat milk"), after: 1)
        ann.hear(ben)
        // Ben knew of his own purges, and of none of hers.
        #expect(ann.state.table.purges[0]?.values.map(\.count) == [1])
        #expect(ann.item(Self.milk)?.title == "oat milk" && ann.item(Self.milk)?.note == "")
        #expect(try ScopeState(snapshot: ann.state.snapshot).everything == ann.state.everything)
    }

    @Test func `a purge that is taken back again and again by edits beside it costs a few steps each time`() {
        var (ann, ben, carl) = (Writer.device(1), Writer.device(2), Writer.device(3))
        let tags = (0..<Self.tagCount).map { FieldWrite.insert(Self.tag($0), into: .tags) }
        _ = Self.visits(&ann, tags)
        ben.hear(ann)
        carl.hear(ann)
        let before = carl.state.table.index.visitCount
        for round in 0..<100 as Range<Int64> {
            // Ben never hears of the purges; Ann hears of his edits.
            ben.write(Self.milk, FieldWrite(.note, text: "\(round)"), after: round)
            ann.hear(ben)
            ann.act([.purge(Self.milk)], after: round)
            carl.hear(ann)
            #expect(carl.state.table.hasValues(0) == false)
            ben.write(Self.milk, FieldWrite(.note, text: "again"), after: round)
            carl.hear(ben)
            #expect(carl.state.table.hasValues(0))
        }
        // The first one looks at the whole history of the item, once.
        #expect(carl.state.table.index.visitCount - before < Self.tagCount + 10_000)
        #expect(carl.state.entry(of: Self.milk)?.elements(.tags).count == Self.tagCount)
    }

    // MARK: The same as without an index

    @Test(arguments: 0..<12)
    func `a row with many values is folded like one whose chain is walked`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var devices = (1...3).map { Writer.device(UInt8($0)) }
        var indexedCount = 0
        for step in 0..<400 {
            let (number, other) = (random.number(below: 3), random.number(below: 3))
            let before = devices[number].state
            if random.happens(percent: 55), let news = devices[other].log.first(where: { devices[number].mayTake($0) })
            {
                devices[number].take(news)
            } else {
                devices[number].act([Self.op(&random)], after: Int64(random.number(below: 5)))
            }
            indexedCount += before.table.index.contains(0) ? 1 : 0
            // A state that was just read has no index: the one write of the batch walks.
            var walking = try ScopeState(snapshot: before.snapshot)
            let touches = walking.apply(try #require(devices[number].log.last))
            #expect(walking.snapshot == devices[number].state.snapshot, "step \(step)")
            #expect(touches.map(\.after) == touches.map { devices[number].state.life(of: $0.entity) }, "step \(step)")
            guard step % 20 == 0 else { continue }
            #expect(try ScopeState(snapshot: before.snapshot).views == before.views, "step \(step)")
        }
        #expect(indexedCount > 50)
        Writer.meet(&devices)
        for device in devices {
            #expect(device.state.digest == devices[0].state.digest && device.restarted.digest == device.state.digest)
        }
    }

    /// One write to an entity that has many values, or seldom a purge.
    private static func op(_ random: inout SeededRandom) -> Op {
        let tag = tag(random.number(below: 80))
        switch random.number(below: 60) {
        case 0: return .purge(milk)
        case 1...4: return .write(milk, [FieldWrite(.life, [UInt8(random.number(below: 2))])])
        case 5...12: return .write(milk, [.remove(tag, from: .tags)])
        case 13...35: return .write(milk, [.insert(tag, into: .tags)])
        default:
            let field = FieldID(rawValue: UInt64(0x8000 + random.number(below: 50)) << 3)
            return .write(milk, [FieldWrite(field, [UInt8(random.number(below: 3))])])
        }
    }
}
