package import PhlistModel

/// One device of a history, or one copy of it: its state, its log, and what its feed has said of the others.
package struct HistoryDevice: Sendable {
    package var state: ScopeState
    /// The batches in the order in which they came, under the names that their feeds had then.
    var log: [(node: Int, origin: FeedOrigin)] = []
    var logged = NodeSet()
    var applied = NodeSet()
    /// The splits in the order in which they became known.
    package var forks: [Fork] = []
    /// Its feed as it names it, before any split.
    var base: FeedOrigin
    /// Its newest batch.
    var tip: Int?
    var told: VersionVector = [:]
    var lastStamp = Stamp(rawValue: 0)
    var clockOffset: Int64
    /// Whether it runs the version before.
    var isOld = false

    init(_ base: FeedOrigin, clockOffset: Int64, defect: PlantedDefect?, isOld: Bool) {
        self.base = base
        self.clockOffset = clockOffset
        self.isOld = isOld
        let decode = isOld ? History.oldDecoder : History.newDecoder
        state = ScopeState(.list, History.scope, decode: decode, defect: defect)
    }

    mutating func startAnew(_ incarnation: Incarnation) {
        base = FeedOrigin(scope: base.scope, device: base.device, incarnation: incarnation)
        (tip, told) = (nil, [:])
    }

    func stored(_ history: History) -> [StoredBatch] {
        log.map { StoredBatch(origin: $0.origin, batch: history.nodes[$0.node].batch) }
    }

    mutating func store(_ number: Int, under origin: FeedOrigin) {
        log.append((number, origin))
        logged.insert(number)
    }
}

extension History {
    /// Reads ops as the version before does.
    static let oldDecoder: ScopeState.Decoder = { batch throws(CodecError) in
        let ops = try batch.decodedOps()
        guard HistoryNode.isOld(ops) else { throw .badValue("op of a later version") }
        return ops
    }
    /// Reads all ops.
    static let newDecoder: ScopeState.Decoder = { batch throws(CodecError) in try batch.decodedOps() }
}
