import PhlistHousehold
import PhlistModel

/// Batches of this device's log that cannot be folded, because what they need was lost.
///
/// They stay here until they are folded, so that nothing is lost if the disk refuses them again.
struct PendingBatches: Sendable {
    private var entries: [Int: Entry] = [:]
    private var nextID = 0
    /// The ids of entries, ascending; some of the entries are gone.
    private var order: [Int] = []
    private var ids: [BatchName: Int] = [:]
    /// Entries whose feed is unknown, by the name of their predecessor.
    private var nameless: [BatchName: Set<Int>] = [:]
    /// Signed heads of waiting batches.
    private var heads: [BatchName: [SignedHead]] = [:]

    /// A waiting batch.
    struct Entry: Sendable {
        var stored: StoredBatch
        /// Nil if the record that introduces the feed's number is lost as well.
        var feed: Feed?
        /// Nil if the feed is nil.
        var batch: NamedBatch?
    }

    var count: Int { entries.count }

    /// The waiting batches, in log order.
    var inOrder: [Entry] {
        order.compactMap { entries[$0] }
    }

    /// Whether a batch waits.
    func contains(_ name: BatchName) -> Bool { ids[name] != nil }

    mutating func insert(_ stored: StoredBatch, of feed: Feed?) {
        let batch = feed.map { stored.named(in: $0) }
        guard batch.map({ !contains($0.name) }) ?? true else { return }
        entries[nextID] = Entry(stored: stored, feed: feed, batch: batch)
        if let batch {
            ids[batch.name] = nextID
        } else {
            nameless[stored.batch.header.previous, default: []].insert(nextID)
        }
        order.append(nextID)
        nextID += 1
    }

    mutating func insert(_ head: SignedHead) {
        heads[head.name, default: []].append(head)
    }

    /// Returns the number of a feed that the log has lost, if a batch of the feed reveals it: a waiting batch follows
    /// the same one, or is the same.
    func numberShown(by batch: NamedBatch) -> FeedNumber? {
        guard !nameless.isEmpty else { return nil }
        if let id = nameless[batch.name]?.min() { return entries[id]?.stored.feed }
        return nameless[batch.header.previous]?.sorted().compactMap { entries[$0]?.stored }
            .first { $0.batch == batch.batch }?.feed
    }

    /// Assigns the feed to a number whose introduction the log had lost.
    mutating func name(_ number: FeedNumber, _ feed: Feed) {
        guard !nameless.isEmpty else { return }
        for id in order {
            guard let entry = entries[id], entry.feed == nil, entry.stored.feed == number else { continue }
            let batch = entry.stored.named(in: feed)
            nameless[batch.header.previous]?.remove(id)
            guard !contains(batch.name) else {
                entries[id] = nil
                continue
            }
            entries[id] = Entry(stored: entry.stored, feed: feed, batch: batch)
            ids[batch.name] = id
        }
        nameless = nameless.filter { !$0.value.isEmpty }
    }

    /// Removes a batch that has been folded.
    ///
    /// - Returns: The heads that vouch for it.
    mutating func remove(_ name: BatchName) -> [SignedHead] {
        guard let id = ids.removeValue(forKey: name) else { return [] }
        entries[id] = nil
        // Gone entries are skipped until they are the majority.
        if entries.count < order.count / 2 { order.removeAll { entries[$0] == nil } }
        return heads.removeValue(forKey: name) ?? []
    }
}
