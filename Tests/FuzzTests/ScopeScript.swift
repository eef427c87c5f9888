@testable import PhlistModel

/// What three devices write into one list or household, told in few bytes so that the search finds whole histories.
///
/// ```
/// script = scope kind u8 (bit 0: household) | step…
/// step   = writer u8 | context u8 (bit n: the end of chain n) | stamp u8 | op count u8 | length u8 | ops
/// writer = device, modulo 3 | number of its own batches, newest first, that it does not know, × 3
/// ```
/// A device that knows all of its own batches goes on where it wrote last; otherwise its batch makes a branch, or
/// begins a second time. Ops that cannot be read make the batch opaque, as they do between versions.
struct ScopeScript {
    private let kind: ScopeState.Kind
    private var reader: ByteReader
    private static let scope = ScopeID(rawValue: 1)
    private static let devices = (1...3).map { DeviceID(publicKey: [$0]) }

    /// Takes the bytes of a script.
    init(_ input: [UInt8]) throws(CodecError) {
        reader = ByteReader(input)
        kind = try reader.readByte() & 1 == 0 ? .list : .household
    }

    /// Folds the batches as they were written, and in other orders that their contexts allow: equal vectors must mean
    /// equal states.
    func run(_ marks: inout Marks) throws(CodecError) {
        var (steps, state) = (reader, ScopeState(kind, Self.scope))
        var batches: [NamedBatch] = []
        while steps.remaining > 0 {
            let batch = try Self.readStep(&steps, after: batches, in: state)
            marks.expect(state.ledger.isReady(batch), "a batch is ready where its author was")
            guard !state.ledger.contains(batch.reference) else { continue }
            state.apply(batch)
            batches.append(batch)
        }
        state.readEverything()
        for other in [batches.reversed(), batches.sorted { $0.reference < $1.reference }] {
            let other = ScopeState(kind, Self.scope).folded(from: other)
            marks.expect(other.versionVector == state.versionVector, "every order has the same batches")
            marks.expect(other.digest == state.digest, "equal vectors mean equal states")
            marks.expect(other.opaqueCount == state.opaqueCount, "equal vectors mean equally many opaque batches")
        }
        if batches.count > 1 { marks.add("scope in another order") }
        let chains = state.ledger.chains
        if chains.contains(where: { $0.base != nil }) { marks.add("scope with a branch") }
        if chains.count(where: { $0.base == nil }) > Set(chains.map(\.device)).count {
            marks.add("scope with a second beginning")
        }
    }

    private static func readStep(
        _ reader: inout ByteReader,
        after batches: [NamedBatch],
        in state: ScopeState
    ) throws(CodecError) -> NamedBatch {
        let author = Int(try reader.readByte())
        let device = devices[author % devices.count]
        let mask = try reader.readByte()
        let stamp = Stamp(rawValue: UInt64(try reader.readByte()))
        let count = try reader.readCount(limit: 16)
        let ops = try reader.readCounted(limit: 256)
        let predecessor = batches.filter { $0.device == device }.dropLast(author / devices.count).last
        let place = predecessor.flatMap { state.ledger.place(of: $0.reference) }
        let ends = state.ledger.chains.indices.filter { $0 < 8 && mask >> UInt8($0) & 1 == 1 && $0 != place?.chain }
        let header = BatchHeader(
            by: .house,
            number: (predecessor?.header.number ?? 0) + 1,
            previous: predecessor?.name ?? .none,
            opCount: count,
            stamp: stamp,
            group: 0,
            context: ends.map { state.ledger.end(of: $0) }
        )
        var writer = ByteWriter()
        writer.write(counted: header.encoded())
        writer.write(raw: ops)
        return NamedBatch(try Batch(bytes: writer.bytes), of: Feed(scope: scope, tier: .content, device: device))
    }
}
