import PhlistModel
import PhlistTestKit

/// A list of items with titles of 24 characters, made from a seed, batch by batch.
enum SeededList {
    static let origin = FeedOrigin(scope: ScopeID(rawValue: 1), device: DeviceID(publicKey: [1]), incarnation: 1)
    static let feed = origin.feed

    /// The batches that make the items; each comes when it is asked for, so that they take no memory.
    static func batches(items: Int, perBatch: Int) -> some Sequence<Batch> {
        var (last, sequence) = ([PlaceKey.Neighbour](), UInt64(1))
        return stride(from: 0, to: items, by: perBatch).lazy.map { start in
            let numbers = start..<min(items, start + perBatch)
            let keys = PlaceKey.place(numbers.count, among: last, at: last.count, by: feed).keys
            let ops = zip(numbers, keys).map { addition($0, at: $1) }
            last = [(entity(numbers.last ?? 0), keys.last ?? [])]
            defer { sequence += UInt64(ops.count) }
            return batch(ops, at: sequence)
        }
    }

    /// The batches that tick the items of such a list, one by one.
    static func ticks(items: Int) -> some Sequence<Batch> {
        (0..<items).lazy.map { number in
            batch([.write(entity(number), [FieldWrite(.state, WorkState.done)])], at: UInt64(items + number + 1))
        }
    }

    /// The list with so many items.
    static func scope(items: Int) -> ScopeState {
        var scope = ScopeState(.list, origin.scope)
        scope.open(origin)
        for batch in batches(items: items, perBatch: 512) {
            scope.apply(batch, of: feed)
        }
        return scope
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

    static func batch(_ ops: [Op], at sequence: UInt64) -> Batch {
        let header = BatchHeader(
            by: .house,
            firstSequence: sequence,
            opCount: ops.count,
            stamp: Stamp(milliseconds: 1_800_000_000_000 + Int64(sequence)),
            group: sequence,
            context: []
        )
        return Batch(header: header, ops: ops)
    }
}
