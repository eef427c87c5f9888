import PhlistModel
import PhlistTestKit
import PhlistVocabulary

/// A list of items with titles of 24 characters, generated batch by batch.
enum SeededList {
    static let feed = Feed(scope: ScopeID(rawValue: 1), tier: .content, device: DeviceID(publicKey: [1]))
    /// Distinguishes places in the list from those of other writers.
    static let writer: UInt32 = 1

    /// Returns the batches that make the items, lazily, so that they take no memory.
    static func batches(items: Int, perBatch: Int) -> some Sequence<NamedBatch> {
        var (last, previous) = ([PlaceKey.Neighbour](), NamedBatch?.none)
        return stride(from: 0, to: items, by: perBatch).lazy.map { start in
            let numbers = start..<min(items, start + perBatch)
            let keys = PlaceKey.place(numbers.count, among: last, at: last.count, by: writer).keys
            let batch = batch(zip(numbers, keys).map { addition($0, at: $1) }, after: previous?.reference)
            last = [(entity(numbers.last ?? 0), keys.last ?? [])]
            previous = batch
            return batch
        }
    }

    /// Returns the batches that tick the items of a list, one by one, after its last batch.
    static func ticks(items: Int, after end: BatchReference?) -> some Sequence<NamedBatch> {
        var previous = end
        return (0..<items).lazy.map { number in
            let batch = batch([.write(entity(number), [FieldWrite(.state, WorkState.done)])], after: previous)
            previous = batch.reference
            return batch
        }
    }

    /// Returns the list with `items` items.
    static func scope(items: Int) -> ScopeState {
        var scope = ScopeState(.list, feed.scope)
        for batch in batches(items: items, perBatch: 512) {
            scope.apply(batch)
        }
        return scope
    }

    /// Returns the last batch of a tier of a list; nil without batches.
    static func end(of scope: ScopeState, in tier: Tier = .content) -> BatchReference? {
        scope.versionVector.entries.last { $0.hint.tier == tier }
    }

    static func addition(_ number: Int, at key: [UInt8]) -> Op {
        .write(
            entity(number),
            [
                FieldWrite(.life, Life.alive),
                FieldWrite(.title, text: title(number)),
                FieldWrite(.place, Place(key: key).encoded),
            ]
        )
    }

    static func entity(_ number: Int) -> EntityID {
        var random = SeededRandom(seed: UInt64(number))
        return EntityID(rawValue: random.next() | 1)
    }

    static func title(_ number: Int) -> String {
        "item with number \(1_000_000 + number)"
    }

    static func batch(_ ops: [Op], after previous: BatchReference?) -> NamedBatch {
        let number = (previous?.number ?? 0) + 1
        let header = BatchHeader(
            by: .house,
            number: number,
            previous: previous?.name ?? .none,
            opCount: ops.count,
            stamp: Stamp(milliseconds: 1_800_000_000_000 + Int64(number)),
            group: number,
            context: []
        )
        return NamedBatch(Batch(header: header, ops: ops), of: feed)
    }
}
