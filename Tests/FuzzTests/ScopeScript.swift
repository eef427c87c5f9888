@testable import PhlistModel

/// What three devices write into one list or household, told in few bytes so that the search finds whole histories.
///
/// ```
/// script = scope kind u8 (bit 0: household) | step…
/// step   = feed u8 (modulo 3) | context u8 (bit n: all of feed n) | stamp u8 | op count u8 | length u8 | ops
/// ```
/// Ops that cannot be read make the batch opaque, as they do between versions.
struct ScopeScript {
    private let kind: ScopeState.Kind
    private var reader: ByteReader
    private static let scope = ScopeID(rawValue: 1)
    /// Who writes; the second device comes back as another run of itself.
    static let origins = [
        FeedOrigin(scope: scope, device: DeviceID(publicKey: [1]), incarnation: 1),
        FeedOrigin(scope: scope, device: DeviceID(publicKey: [2]), incarnation: 2),
        FeedOrigin(scope: scope, device: DeviceID(publicKey: [2]), incarnation: 3),
    ]

    /// Takes the bytes of a script.
    init(_ input: [UInt8]) throws(CodecError) {
        reader = ByteReader(input)
        kind = try reader.readByte() & 1 == 0 ? .list : .household
    }

    /// Folds the batches as they were written, and feed by feed as far as their contexts allow: equal vectors must mean
    /// equal states.
    func run(_ marks: inout Marks) throws(CodecError) {
        var (steps, state) = (reader, newState())
        var batches: [(feed: FeedID, batch: Batch)] = []
        while steps.remaining > 0 {
            let (feed, batch) = try Self.readStep(&steps, behind: state)
            state.apply(batch, of: feed)
            batches.append((feed, batch))
        }
        state.readEverything()
        var other = newState()
        for origin in Self.origins.reversed() {
            catchUp(&other, with: batches, of: origin.feed)
        }
        for origin in Self.origins {
            catchUp(&other, with: batches, of: origin.feed)
        }
        if other.versionVector == state.versionVector {
            marks.add("scope in another order")
            marks.expect(other.digest == state.digest, "equal vectors mean equal states")
            marks.expect(other.opaqueCount == state.opaqueCount, "equal vectors mean equally many opaque batches")
        }
        if state.ledger.knownFeeds.count > Self.origins.count { marks.add("scope with a lost feed") }
    }

    private func newState() -> ScopeState {
        var state = ScopeState(kind, Self.scope)
        Self.origins.forEach { state.open($0) }
        return state
    }

    private func catchUp(_ state: inout ScopeState, with batches: [(feed: FeedID, batch: Batch)], of feed: FeedID) {
        for (_, batch) in batches.filter({ $0.feed == feed }) {
            let end = state.ledger[feed]?.head.sequence ?? 0
            let isNext = batch.header.firstSequence == end + 1
            guard isNext, batch.header.context.allSatisfy({ state.ledger.covers($0) }) else { continue }
            state.apply(batch, of: feed)
        }
    }

    private static func readStep(
        _ reader: inout ByteReader,
        behind state: ScopeState
    ) throws(CodecError) -> (FeedID, Batch) {
        let feed = origins[Int(try reader.readByte()) % origins.count].feed
        let mask = try reader.readByte()
        let stamp = Stamp(rawValue: UInt64(try reader.readByte()))
        let count = try reader.readCount(limit: 16)
        let ops = try reader.readCounted(limit: 256)
        // Of the feeds that are known, in the order of their ids: those of the mask, other than the writer's own.
        let known = state.ledger.knownFeeds.enumerated().filter { index, other in
            other.id != feed && index < 8 && mask >> UInt8(index) & 1 == 1
        }
        let header = BatchHeader(
            by: .house,
            firstSequence: (state.ledger[feed]?.head.sequence ?? 0) + 1,
            opCount: count,
            stamp: stamp,
            group: 0,
            context: known.map { BatchHeader.ContextEntry(feed: $0.element.id, version: $0.element.version) }
        )
        var writer = ByteWriter()
        writer.write(counted: header.encoded())
        writer.write(raw: ops)
        return (feed, try Batch(bytes: writer.bytes))
    }
}
