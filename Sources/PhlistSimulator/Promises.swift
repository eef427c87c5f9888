import PhlistModel

/// What devices have written durably, and so have promised to everybody.
struct Promises {
    /// What somebody has to have, in the order in which it was written.
    private(set) var all: [Promise] = []
    private var lines: [Line: Written] = [:]

    /// What one log has written in one feed.
    private struct Line: Hashable {
        var feed: Feed
        var log: Int
    }

    private struct Written {
        var names: Set<BatchName> = []
        /// The predecessors that batches follow which were written since the log lost something.
        var followed: Set<BatchName> = []
    }

    /// A batch that somebody has to have.
    struct Promise {
        var feed: Feed
        var reference: BatchReference
        var log: Int
    }

    /// The names of all that somebody has to have.
    var names: Set<BatchName> { Set(all.map(\.reference.name)) }

    /// Notes what a log has made durable.
    ///
    /// - Parameters:
    ///   - batch: What is there.
    ///   - feed: Where it belongs.
    ///   - log: Which log it is.
    ///   - isNew: Whether it was on no disk before.
    /// - Returns: Whether it is the only batch after its predecessor that the log has written since it last lost
    ///   something.
    mutating func note(_ batch: NamedBatch, of feed: Feed, by log: Int, isNew: Bool) -> Bool {
        let line = Line(feed: feed, log: log)
        guard lines[line, default: Written()].names.insert(batch.name).inserted else { return true }
        all.append(Promise(feed: feed, reference: batch.reference, log: log))
        // What waited after a hole is written again, also by a copy of the log.
        guard isNew else { return true }
        return lines[line]?.followed.insert(batch.header.previous).inserted ?? true
    }

    /// A log has lost something, and may write again after what it has followed.
    mutating func logLost(_ log: Int) {
        for line in lines.keys where line.log == log {
            lines[line]?.followed = []
        }
    }

    /// Lets go of what nobody holds.
    mutating func keep(_ isHeld: (Promise) -> Bool) {
        all.removeAll { !isHeld($0) }
    }
}
