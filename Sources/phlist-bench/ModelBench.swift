import Crypto
import PhlistModel
import PhlistTestKit

/// Folding batches into a list: time, bytes and memory, each compared with an unavoidable minimum.
enum ModelBench {
    static func run() -> [Row] {
        // Memory comes first, while the process has no free memory to reuse.
        var memory = MemoryUse()
        let rows = memory.rows(itemCounts: [10_000, 100_000, 1_000_000])
        return foldRows() + ByteCounts.rows() + rows
    }

    private static func foldRows() -> [Row] {
        [
            fold("fold of new items, 512 in a batch, per op", SeededList.batches(items: 200_000, perBatch: 512)),
            fold("fold of new items, one in a batch, per op", SeededList.batches(items: 100_000, perBatch: 1)),
            tickRow(),
        ]
    }

    private static func tickRow() -> Row {
        let scope = SeededList.scope(items: 100_000)
        let ticks = SeededList.ticks(items: 100_000, after: SeededList.end(of: scope))
        return fold("fold of ticks, one in a batch, per op", ticks, onto: scope)
    }

    /// Measures a fold, compared with the names of the batches: hashes that every fold needs.
    private static func fold(
        _ name: String,
        _ batches: some Sequence<NamedBatch>,
        onto list: ScopeState = SeededList.scope(items: 0)
    ) -> Row {
        let batches = batches.map(\.batch)
        let ops = batches.reduce(0) { $0 + $1.header.opCount }
        var scope = list
        let time = ContinuousClock().measure {
            for batch in batches {
                scope.apply(NamedBatch(batch, of: SeededList.feed))
            }
        }
        var names: Set<BatchName> = []
        let floor = ContinuousClock().measure {
            for batch in batches {
                names = [batch.name(in: SeededList.feed)]
            }
        }
        invariant(names == Set(SeededList.end(of: scope).map { [$0.name] } ?? []), "the end is another batch")
        return Row(
            name: name,
            unit: "us",
            measured: time / .microseconds(1) / Double(ops),
            floorName: "the names of the batches; \(Int(Double(ops) / (time / .seconds(1)))) ops/s",
            floor: floor / .microseconds(1) / Double(ops)
        )
    }
}
