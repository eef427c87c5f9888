import PhlistModel

/// The ends of all feeds of a scope, what is on its way to the disk included.
struct Frontier {
    private var heads: [FeedID: ChainHead]
    /// The ends of the batches on their way, by which the context of another may name them.
    private var inFlight: [FeedID: [FeedVersion]] = [:]

    /// Begins with what is in the log.
    init(_ heads: [FeedID: ChainHead] = [:]) {
        self.heads = heads
    }

    subscript(feed: FeedID) -> ChainHead? { heads[feed] }

    /// The feeds of which anything is here or on its way, in no order.
    var feeds: some Collection<FeedID> { heads.keys }

    /// A batch is on its way to the disk.
    mutating func advance(_ feed: FeedID, to head: ChainHead) {
        heads[feed] = head
        inFlight[feed, default: []].append(FeedVersion(sequence: head.sequence, tag: head.tag))
    }

    /// What a feed has up to a head is in the log.
    mutating func becameDurable(_ feed: FeedID, through head: ChainHead) {
        if heads[feed]?.sequence ?? 0 < head.sequence {
            heads[feed] = head
        }
        inFlight[feed]?.removeAll { $0.sequence <= head.sequence }
        if inFlight[feed]?.isEmpty ?? false {
            inFlight[feed] = nil
        }
    }

    /// Whether a batch that is on its way ends where a context says.
    func covers(_ entry: BatchHeader.ContextEntry) -> Bool {
        inFlight[entry.feed]?.contains(entry.version) ?? false
    }
}
