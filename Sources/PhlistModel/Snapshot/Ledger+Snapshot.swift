/// The ledger as bytes.
///
/// ```
/// ledger = fork count varint | { feed 16 B | split count varint | sequence varint… }…          by feed; ascending
///        | member count varint | member 16 B…                                                   by number
///        | feed count varint | feed…                                                            by number
///        | batch count varint | columns: stamp, group, tag, first sequence, ops less one, writes before, feed, by
///        | continuation count varint | { feed varint | branch varint }…                         by feed
///        | loss count varint | { range | author varint | sequence varint }…                    in the order of arrival
/// feed   = origin | head: sequence varint, hash 32 B | gap count varint | { first varint | last varint }…
///        | known count varint | column: known
/// ```
extension Ledger {
    func encode(into writer: inout ByteWriter) {
        encodeForks(into: &writer)
        writer.write(varint: UInt64(members.count))
        for member in members {
            writer.write(member)
        }
        writer.write(varint: UInt64(feeds.count))
        for feed in feeds {
            feed.encode(into: &writer)
        }
        encodeBatches(into: &writer)
        writer.write(varint: UInt64(continuations.count))
        for (feed, branch) in continuations.sorted(by: { $0.key < $1.key }) {
            writer.write(varint: UInt64(feed))
            writer.write(varint: UInt64(branch))
        }
        writer.write(varint: UInt64(losses.count))
        for loss in losses {
            loss.range.encode(into: &writer)
            writer.write(varint: UInt64(loss.author))
            writer.write(varint: UInt64(loss.sequence))
        }
    }

    private func encodeForks(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(forks.count))
        for (feed, splits) in forks.sorted(by: { $0.key < $1.key }) {
            writer.write(feed)
            writer.write(varint: UInt64(splits.count))
            for split in splits.sorted() {
                writer.write(varint: split)
            }
        }
    }

    private func encodeBatches(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(batches.count))
        writer.write(column: batches.lazy.map { $0.stamp.rawValue })
        writer.write(column: batches.lazy.map { $0.group })
        writer.write(column: batches.lazy.map { $0.tag })
        writer.write(column: batches.lazy.map { $0.firstSequence })
        writer.write(column: batches.lazy.map { $0.lastSequence - $0.firstSequence })
        writer.write(column: batches.lazy.map { $0.firstWrite })
        writer.write(column: batches.lazy.map { $0.feed })
        writer.write(column: batches.lazy.map { $0.by })
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        let forks = try Self.readForks(&reader)
        var members: [MemberID] = []
        for _ in 0..<(try reader.readCount(limit: Int(UInt16.max))) {
            members.append(try reader.readIdentifier())
        }
        var feeds: [FeedState] = []
        for _ in 0..<(try reader.readCount(limit: Int(UInt16.max))) {
            feeds.append(try FeedState(from: &reader))
        }
        let batches = try Self.readBatches(&reader, feedCount: feeds.count, memberCount: members.count)
        let continuations = try Self.readContinuations(&reader, of: feeds, splits: forks)
        let losses = try Self.readLosses(&reader, of: feeds)
        guard Set(feeds.map(\.id)).count == feeds.count, Set(members).count == members.count else {
            throw .badValue("feed or member twice")
        }
        guard feeds.allSatisfy({ $0.known.count <= feeds.count }) else { throw .badValue("context of no feed") }
        self.init(
            forks: forks,
            feeds: feeds,
            members: members,
            batches: batches,
            continuations: continuations,
            losses: losses
        )
    }

    private static func readForks(_ reader: inout ByteReader) throws(CodecError) -> [FeedID: Set<UInt64>] {
        var forks: [FeedID: Set<UInt64>] = [:]
        for _ in 0..<(try reader.readCount(ofAtLeast: FeedID.byteCount)) {
            let feed = try reader.readIdentifier(FeedID.self)
            for _ in 0..<(try reader.readCount(ofAtLeast: 1)) {
                forks[feed, default: []].insert(try reader.readVarint())
            }
        }
        return forks
    }

    private static func readBatches(
        _ reader: inout ByteReader,
        feedCount: Int,
        memberCount: Int
    ) throws(CodecError) -> [BatchRow] {
        let count = try reader.readCount(ofAtLeast: 8)
        let stamps = try reader.readColumn(of: UInt64.self, count: count)
        let groups = try reader.readColumn(of: UInt64.self, count: count)
        let tags = try reader.readColumn(of: UInt64.self, count: count)
        let sequences = try reader.readColumn(of: UInt32.self, count: count)
        let opCounts = try reader.readColumn(of: UInt32.self, count: count)
        let firstWrites = try reader.readColumn(of: UInt32.self, count: count)
        let feeds = try reader.readColumn(of: UInt16.self, count: count)
        let members = try reader.readColumn(of: UInt16.self, count: count)
        let isInRange = zip(sequences, opCounts).allSatisfy { $0 > 0 && $0 <= UInt32.max - $1 }
        let isNumbered = feeds.allSatisfy { $0 < feedCount } && members.allSatisfy { $0 < memberCount }
        guard isInRange, isNumbered else { throw .badValue("batch of no feed, no member or no number") }
        return (0..<count).map { number in
            BatchRow(
                stamp: Stamp(rawValue: stamps[number]),
                group: groups[number],
                tag: tags[number],
                firstSequence: sequences[number],
                lastSequence: sequences[number] + opCounts[number],
                firstWrite: firstWrites[number],
                feed: feeds[number],
                by: members[number]
            )
        }
    }

    /// A branch goes on where its feed has split: it is one split longer, so that whoever follows them comes to an end.
    private static func readContinuations(
        _ reader: inout ByteReader,
        of feeds: [FeedState],
        splits: [FeedID: Set<UInt64>]
    ) throws(CodecError) -> [Int: Int] {
        var continuations: [Int: Int] = [:]
        for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
            let feed = try reader.readIndex(below: feeds.count)
            let branch = try reader.readIndex(below: feeds.count)
            let isSplit = feeds[branch].origin.branches.last.map {
                splits[feeds[feed].root]?.contains($0.sequence) ?? false
            }
            guard feeds[branch].origin.base == feeds[feed].origin, isSplit == true else {
                throw .badValue("branch \(branch) of feed \(feed)")
            }
            continuations[feed] = branch
        }
        return continuations
    }

    private static func readLosses(_ reader: inout ByteReader, of feeds: [FeedState]) throws(CodecError) -> [Loss] {
        let numbers = Dictionary(zip(feeds.lazy.map(\.id), 0...)) { first, _ in first }
        var losses: [Loss] = []
        for _ in 0..<(try reader.readCount(ofAtLeast: HashName.byteCount)) {
            let range = try LostRange(from: &reader)
            let author = try reader.readIndex(below: feeds.count)
            guard let sequence = UInt32(exactly: try reader.readVarint()), let feed = numbers[range.origin.feed] else {
                throw .badValue("loss in no feed")
            }
            losses.append(Loss(range: range, feed: feed, author: author, sequence: sequence))
        }
        return losses
    }
}

extension Ledger {
    /// The ids of all feeds that were named, also of those without batches, in the order of their numbers.
    package var feedIDs: [FeedID] {
        feeds.map(\.id)
    }

    /// Who writes those feeds, in the same order.
    package var origins: [FeedOrigin] {
        feeds.map(\.origin)
    }

    /// Whether nothing was named yet.
    package var isEmpty: Bool {
        feeds.isEmpty
    }

    /// Whether a feed is known to have split.
    package var hasSplits: Bool {
        !forks.isEmpty
    }
}

extension Ledger.FeedState {
    fileprivate func encode(into writer: inout ByteWriter) {
        origin.encode(into: &writer)
        writer.write(varint: head.sequence)
        writer.write(head.hash)
        writer.write(varint: UInt64(gaps.count))
        for gap in gaps {
            writer.write(varint: gap.lowerBound)
            writer.write(varint: gap.upperBound)
        }
        writer.write(varint: UInt64(known.count))
        writer.write(column: known)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        let origin = try FeedOrigin(from: &reader)
        let sequence = try reader.readSequence()
        let head = ChainHead(sequence: sequence, hash: try HashName(from: &reader))
        var gaps: [ClosedRange<UInt64>] = []
        for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
            let (first, last) = (try reader.readSequence(), try reader.readSequence())
            guard first <= last else { throw .badValue("gap \(first)–\(last)") }
            gaps.append(first...last)
        }
        let count = try reader.readCount(limit: Int(UInt16.max))
        self.init(origin, head: head, gaps: gaps, known: try reader.readColumn(count: count))
    }
}
