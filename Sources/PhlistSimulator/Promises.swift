import PhlistModel

/// What devices have written durably, and so have promised to everybody.
struct Promises {
    private var lines: [Line: [FeedVersion]] = [:]

    /// What one writer has written in one feed.
    ///
    /// A copy that does not know to be one is another writer, and the feed splits.
    private struct Line: Hashable, Comparable {
        var feed: FeedID
        var writer: Int
        var scope: ScopeID

        static func < (left: Line, right: Line) -> Bool {
            (left.feed, left.writer) < (right.feed, right.writer)
        }
    }

    /// How far somebody has to have a feed.
    struct Promise {
        var scope: ScopeID
        var feed: FeedID
        var version: FeedVersion
    }

    /// What somebody has to have, in the order of the feeds.
    var ends: [Promise] {
        lines.sorted { $0.key < $1.key }.compactMap { line, versions in
            versions.last.map { Promise(scope: line.scope, feed: line.feed, version: $0) }
        }
    }

    /// Notes how far a writer has made a feed durable.
    ///
    /// - Returns: Whether the number is new, and not below one before it.
    mutating func note(_ version: FeedVersion, of origin: FeedOrigin, by writer: Int) -> Bool {
        let line = Line(feed: origin.feed, writer: writer, scope: origin.scope)
        if lines[line]?.contains(version) ?? false { return true }
        guard version.sequence > lines[line]?.last?.sequence ?? 0 else { return false }
        lines[line, default: []].append(version)
        return true
    }

    /// Lowers each promise to what somebody still holds.
    mutating func keep(_ isHeld: (Promise) -> Bool) {
        for (line, versions) in lines {
            let held = versions.lastIndex { isHeld(Promise(scope: line.scope, feed: line.feed, version: $0)) }
            // A history of which nothing is left may be written anew.
            lines[line] = held.map { Array(versions[...$0]) }
        }
    }
}
