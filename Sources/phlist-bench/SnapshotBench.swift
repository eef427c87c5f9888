import PhlistModel
import PhlistVocabulary

/// Encoding and decoding the state of a million ops, compared with folding the ops.
enum SnapshotBench {
    private static let ops = 1_000_000

    static func run() -> [Row] {
        rows("new items, 512 in a batch", SeededList.batches(items: ops, perBatch: 512))
            + rows("ticks, one in a batch", tickedList())
    }

    private static func tickedList() -> [NamedBatch] {
        let items = Array(SeededList.batches(items: ops / 2, perBatch: 512))
        return items + Array(SeededList.ticks(items: ops / 2, after: items.last?.reference))
    }

    private static func rows(_ name: String, _ sequence: some Sequence<NamedBatch>) -> [Row] {
        let batches = Array(sequence)
        let opCount = batches.reduce(0) { $0 + $1.header.opCount }
        var scope = ScopeState(.list, SeededList.feed.scope)
        let fold = ContinuousClock().measure {
            for batch in batches { scope.apply(NamedBatch(batch.batch, of: SeededList.feed)) }
        }
        var writer = ByteWriter()
        let encoding = ContinuousClock().measure { scope.encode(into: &writer) }
        let copying = ContinuousClock().measure { copy(writer.bytes) }
        var reader = ByteReader(writer.bytes)
        var read: ScopeState?
        let decoding = ContinuousClock().measure { read = try? ScopeState(from: &reader) }
        guard read?.digest == scope.digest, read?.versionVector == scope.versionVector else { return [] }
        read = nil
        let logged = batches.reduce(0) { $0 + $1.batch.bytes.count }
        return [
            row("encode \(name)", "ms", encoding / .milliseconds(1), "copying the bytes", copying / .milliseconds(1)),
            row("decode \(name)", "ms", decoding / .milliseconds(1), "folding the batches", fold / .milliseconds(1)),
            row(
                "bytes per op, \(name)",
                "B",
                Double(writer.bytes.count) / Double(opCount),
                "the batches",
                Double(logged) / Double(opCount)
            ),
            stallRow(name, &scope),
        ]
    }

    /// Measures the first change while a copy is held, compared with the next change.
    private static func stallRow(_ name: String, _ scope: inout ScopeState) -> Row {
        let held = scope.withoutIndex
        let stall = tick(&scope)
        let usual = tick(&scope)
        return withExtendedLifetime(held) {
            row("capture: first batch behind, \(name)", "ms", stall, "the next batch", usual)
        }
    }

    private static func tick(_ scope: inout ScopeState) -> Double {
        let op = Op.write(SeededList.entity(7), [FieldWrite(.state, WorkState.done)])
        let batch = SeededList.batch([op], after: SeededList.end(of: scope))
        return ContinuousClock().measure { scope.apply(batch) } / .milliseconds(1)
    }

    private static func copy(_ bytes: [UInt8]) {
        var copy = bytes
        // Changing a byte forces the copy.
        copy[0] ^= 1
    }

    private static func row(
        _ name: String,
        _ unit: String,
        _ measured: Double,
        _ floorName: String,
        _ floor: Double
    ) -> Row {
        Row(name: "snapshot: \(name)", unit: unit, measured: measured, floorName: floorName, floor: floor)
    }
}
