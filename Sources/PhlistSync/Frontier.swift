import PhlistModel

/// The ends of all feeds of a scope, what is on its way to the disk included.
struct Frontier {
    private var heads: [FeedID: ChainHead]
    /// The ends of the batches on their way, by which the context of another may name them.
    private var inFlight: [FeedID: [ChainHead]] = [:]

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
        inFlight[feed, default: []].append(head)
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

    /// The chain behind a batch that is on its way to the disk, and ends with this number.
    func end(of feed: FeedID, at sequence: UInt64) -> ChainHead? {
        inFlight[feed]?.first { $0.sequence == sequence }
    }

    /// Whether a batch that is on its way ends where a context says.
    func covers(_ entry: BatchHeader.ContextEntry) -> Bool {
        end(of: entry.feed, at: entry.version.sequence)?.tag == entry.version.tag
    }
}
