import Crypto
import PhlistModel

/// All that a replica keeps of one scope.
struct ScopeSlot {
    /// What is durable and applied.
    var state: ScopeState
    /// The heads of all feeds, what is being appended included.
    var frontier: [FeedID: ChainHead] = [:]
    var shelves: [FeedID: HeadShelf] = [:]
    var inbox = Inbox()
    /// Who delivered last: what waits in the inbox is acknowledged to it.
    var newestSource: ConnectionID?
    /// What this device's newest batch here knew of other feeds, what is being appended included.
    var ownContext: [FeedID: FeedVersion] = [:]
    /// The entities that this device's batches in flight touch, as they will be.
    var overlay: ListState?

    init(_ state: ScopeState) {
        self.state = state
    }

    var holding: Holding {
        Holding(vector: Self.digest(of: state.versionVector), state: UInt64(truncatingIfNeeded: state.digest))
    }

    /// The list itself, without its items, as it will be once all that is in flight is applied.
    var upcomingList: ListState? {
        overlay?.root == nil ? state.list : overlay
    }

    /// The item as it will be once all that is in flight is applied.
    func upcomingItem(_ entity: EntityID) -> ItemState? {
        overlay?.item(entity) ?? state.list?.item(entity)
    }

    /// The items as they will be once all that is in flight is applied, in the order of the list.
    var upcomingItems: [ItemState] {
        let applied = state.list?.items ?? []
        guard let overlaid = overlay?.items, !overlaid.isEmpty else { return applied }
        let touched = Set(overlaid.map(\.entity))
        return (applied.filter { !touched.contains($0.entity) } + overlaid).sorted()
    }

    /// Whether everything that the author of a batch had applied is in the log or being appended.
    func covers(_ batch: Batch, frontier: [FeedID: ChainHead]) -> Bool {
        batch.header.context.allSatisfy { entry in
            guard let head = frontier[entry.feed] else { return false }
            guard head.sequence == entry.version.sequence else { return head.sequence > entry.version.sequence }
            return head.tag == entry.version.tag
        }
    }

    /// Forgets all that was in flight: the log did not take it.
    mutating func dropInFlight(ownFeed: FeedID) {
        frontier = state.feeds.mapValues(\.head)
        ownContext = state.feeds[ownFeed]?.context ?? [:]
        overlay = nil
        // What waits was chained to what is gone.
        inbox = Inbox()
        shelves[ownFeed]?.removeHeads(after: frontier[ownFeed]?.sequence ?? 0)
    }

    /// The first eight bytes of SHA-256 over the sorted entries.
    static func digest(of vector: VersionVector) -> UInt64 {
        var writer = ByteWriter()
        for (feed, version) in vector.sorted(by: { $0.key < $1.key }) {
            writer.write(raw: feed.bytes)
            writer.write(fixed: version.sequence)
            writer.write(fixed: version.tag)
        }
        return SHA256.hash(data: writer.bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
