import Crypto
import PhlistModel
import PhlistSync
import PhlistTestKit

/// Folding batches into a list: time, bytes and memory, each beside what cannot be done without.
enum ModelBench {
    static func run() -> [Row] {
        // Memory first, while the process has none to reuse.
        var memory = MemoryUse()
        let rows = memory.rows(itemCounts: [10_000, 100_000, 1_000_000])
        return foldRows() + ByteCounts.rows() + rows
    }

    private static func foldRows() -> [Row] {
        [
            fold("fold of new items, 512 in a batch, per op", SeededList.batches(items: 200_000, perBatch: 512)),
            fold("fold of new items, one in a batch, per op", SeededList.batches(items: 100_000, perBatch: 1)),
            fold("fold of ticks, one in a batch, per op", ticks(100_000), onto: 100_000),
        ]
    }

    private static func ticks(_ count: Int) -> some Sequence<Batch> {
        SeededList.ticks(items: count)
    }

    /// The chain of hashes is what nobody can fold without.
    private static func fold(_ name: String, _ batches: some Sequence<Batch>, onto items: Int = 0) -> Row {
        let batches = Array(batches)
        let ops = batches.reduce(0) { $0 + $1.header.opCount }
        var scope = SeededList.scope(items: items)
        let time = ContinuousClock().measure {
            for batch in batches {
                scope.apply(batch, of: SeededList.feed)
            }
        }
        var head = ChainHead(startOf: SeededList.feed)
        let floor = ContinuousClock().measure {
            for batch in batches {
                head = head.appending(batch)
            }
        }
        return Row(
            name: name,
            unit: "us",
            measured: time / .microseconds(1) / Double(ops),
            floorName: "the chain's hashes; \(Int(Double(ops) / (time / .seconds(1)))) ops/s",
            floor: floor / .microseconds(1) / Double(ops)
        )
    }
}
