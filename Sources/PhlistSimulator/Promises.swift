import PhlistModel

/// The durable batches of all devices, each of which some device must hold.
struct Promises {
    /// The batches that must be held, in the order in which they were written.
    private(set) var all: [Promise] = []
    private var lines: [Line: Written] = [:]

    /// The batches that one log has written in one feed.
    private struct Line: Hashable {
        var feed: Feed
        var log: Int
    }

    private struct Written {
        var names: Set<BatchName> = []
        /// The predecessors of batches written since the log last lost something.
        var followed: Set<BatchName> = []
    }

    /// A batch that some device must hold.
    struct Promise {
        var feed: Feed
        var reference: BatchReference
        var log: Int
    }

    /// The names of all batches that must be held.
    var names: Set<BatchName> { Set(all.map(\.reference.name)) }

    /// Records that a log has made a batch durable.
    ///
    /// - Parameters:
    ///   - batch: The durable batch.
    ///   - feed: Its feed.
    ///   - log: The number of the log.
    ///   - isNew: Whether it was on no disk before.
    /// - Returns: Whether it is the only successor of its predecessor that the log has written since it last lost
    ///   something.
    mutating func note(_ batch: NamedBatch, of feed: Feed, by log: Int, isNew: Bool) -> Bool {
        let line = Line(feed: feed, log: log)
        guard lines[line, default: Written()].names.insert(batch.name).inserted else { return true }
        all.append(Promise(feed: feed, reference: batch.reference, log: log))
        // Batches that waited after a hole are written again, also by a copy of the log.
        guard isNew else { return true }
        return lines[line]?.followed.insert(batch.header.previous).inserted ?? true
    }

    /// Records that a log has lost something, and so may write a second successor of a batch.
    mutating func logLost(_ log: Int) {
        for line in lines.keys where line.log == log {
            lines[line]?.followed = []
        }
    }

    /// Drops the promises that are no longer held.
    mutating func keep(_ isHeld: (Promise) -> Bool) {
        all.removeAll { !isHeld($0) }
    }
}
