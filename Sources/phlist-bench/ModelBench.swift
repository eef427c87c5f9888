import Crypto
import PhlistModel
import PhlistSync
import PhlistTestKit

/// Folding batches into a list, beside the hashing of their bytes, which the chain cannot do without.
enum ModelBench {
    private static let batchCount = 200
    private static let opsPerBatch = 100

    static func run() -> [Row] {
        let origin = FeedOrigin(scope: ScopeID(rawValue: 1), device: DeviceID(publicKey: [1]), incarnation: 1)
        let batches = makeBatches(for: origin)
        let byteCount = batches.reduce(0) { $0 + $1.bytes.count }
        let ops = Double(batchCount * opsPerBatch)
        let fold = ContinuousClock().measure {
            var scope = ScopeState(.list, origin.scope)
            scope.open(origin)
            for batch in batches {
                scope.apply(batch, of: origin.feed)
            }
        }
        var digests = 0
        let floor = ContinuousClock().measure {
            for batch in batches {
                digests += SHA256.hash(data: batch.bytes).underestimatedCount
            }
        }
        return [
            Row(
                name: "fold of new items, per op",
                unit: "us",
                measured: fold / .microseconds(1) / ops,
                floorName: "SHA-256 of the batches' bytes",
                floor: floor / .microseconds(1) / ops
            ),
            Row(
                name: "bytes per new item with a title of 8 B",
                unit: "B",
                measured: Double(byteCount) / ops,
                floorName: "the title and the item's id",
                floor: 16
            ),
        ]
    }

    private static func makeBatches(for origin: FeedOrigin) -> [Batch] {
        var random = SeededRandom(seed: 1)
        var key: [UInt8]?
        return (0..<batchCount).map { number in
            let ops = (0..<opsPerBatch).map { index in
                let next = PlaceKey.after(key, jitter: UInt32(truncatingIfNeeded: random.next()))
                key = next
                return Op.write(
                    EntityID(rawValue: random.next()),
                    [
                        FieldWrite(.life, Life.alive),
                        FieldWrite(.title, text: "item \(100 + index % 900)"),
                        FieldWrite(.place, Place(key: next).encoded),
                    ]
                )
            }
            let header = BatchHeader(
                by: .house,
                firstSequence: UInt64(number * opsPerBatch + 1),
                opCount: opsPerBatch,
                stamp: Stamp(milliseconds: Int64(number)),
                group: UInt64(number),
                context: []
            )
            return Batch(header: header, ops: ops)
        }
    }
}
