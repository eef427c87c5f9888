package import PhlistModel

/// A device of a history, or a copy of one, with its state and its log.
package struct HistoryDevice: Sendable {
    package var state: ScopeState
    /// The batches in order of arrival, and whether they were minted here.
    var log: [Entry] = []
    /// The batches of the log as a set.
    var applied = NodeSet()
    package var writer: FeedWriter
    var lastStamp = Stamp(rawValue: 0)
    var clockOffset: Int64
    /// Whether it runs the previous version.
    var isOld = false

    /// A batch of a log.
    struct Entry: Hashable, Sendable {
        var node: Int
        var isMinted: Bool
    }

    init(_ id: DeviceID, clockOffset: Int64, isOld: Bool, habit: FeedWriter.BadHabit?) {
        writer = FeedWriter(Feed(scope: History.scope, tier: .content, device: id), habit: habit)
        self.clockOffset = clockOffset
        self.isOld = isOld
        let decode = isOld ? History.oldDecoder : History.newDecoder
        state = ScopeState(.list, History.scope, decode: decode)
    }

    package var id: DeviceID { writer.feed.device }
}

extension History {
    /// Decodes ops as the previous version does.
    static let oldDecoder: ScopeState.Decoder = { batch throws(CodecError) in
        let ops = try batch.decodedOps()
        guard HistoryNode.isOld(ops) else { throw .badValue("op of a later version") }
        return ops
    }
    /// Decodes all ops.
    static let newDecoder: ScopeState.Decoder = { batch throws(CodecError) in try batch.decodedOps() }
}
