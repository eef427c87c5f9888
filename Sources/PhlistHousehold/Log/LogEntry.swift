package import PhlistModel

/// The number by which the records of a log refer to a feed; means nothing outside that log.
package typealias FeedNumber = UInt32

/// The content of a log record.
///
/// ```
/// feed  = number varint | scope 16 B | tier u8 | device 32 B
/// batch = (feed number × 2 + 1 when it was minted here) varint | the batch as it was signed
/// head  = feed number varint | number varint | name 16 B | signature
/// ```
package enum LogEntry: Hashable, Sendable {
    /// Introduces the number of a feed, before the feed's first batch.
    case feed(FeedNumber, Feed)
    case batch(StoredBatch)
    case head(FeedNumber, SignedHead)
    case local(LocalFact)

    /// The record that encodes the entry.
    package var record: Record {
        var writer = ByteWriter()
        switch self {
        case .feed(let number, let feed):
            writer.write(varint: UInt64(number))
            feed.encode(into: &writer)
            return Record(.feed, writer.bytes)
        case .batch(let stored):
            writer.write(varint: UInt64(stored.feed) << 1 | (stored.isMinted ? 1 : 0))
            writer.write(raw: stored.batch.bytes)
            return Record(.batch, writer.bytes)
        case .head(let feed, let head):
            writer.write(varint: UInt64(feed))
            writer.write(varint: head.number)
            writer.write(head.name)
            writer.write(raw: head.signature)
            return Record(.head, writer.bytes)
        case .local(let fact):
            return Record(.local, fact.encoded)
        }
    }

    /// The feed to which the entry belongs.
    package var feed: FeedNumber? {
        switch self {
        case .feed(let number, _), .head(let number, _): number
        case .batch(let stored): stored.feed
        case .local: nil
        }
    }

    /// Reads a record; nil for a kind of a later version.
    package init?(_ record: Record) throws(CodecError) {
        var reader = ByteReader(record.bytes)
        switch record.kind {
        case .feed:
            let number = try reader.readFeedNumber()
            self = .feed(number, try reader.readFeed())
            try reader.expectEnd()
        case .batch:
            let word = try reader.readVarint()
            guard let feed = FeedNumber(exactly: word >> 1), feed <= FeedTable.numberMax else { throw .overLimit(word) }
            let batch = try Batch(bytes: Array(try reader.read(count: reader.remaining)))
            self = .batch(StoredBatch(feed: feed, isMinted: word & 1 == 1, batch: batch))
        case .head:
            let feed = try reader.readFeedNumber()
            let (number, name) = (try reader.readNumber(), try reader.readIdentifier(BatchName.self))
            let signature = Array(try reader.read(count: reader.remaining))
            self = .head(feed, SignedHead(number: number, name: name, signature: signature))
        case .local:
            guard let fact = try LocalFact(from: &reader) else { return nil }
            self = .local(fact)
        default:
            return nil
        }
    }
}

/// A batch as stored in the log.
package struct StoredBatch: Hashable, Sendable {
    package var feed: FeedNumber
    /// Whether this device wrote it into this log; one that came from a peer or a backup was received.
    package var isMinted: Bool
    package var batch: Batch
    /// The batch's name, if it is already known: it costs two hashes.
    package private(set) var name: BatchName?

    /// Creates a stored batch.
    package init(feed: FeedNumber, isMinted: Bool, batch: Batch) {
        (self.feed, self.isMinted, self.batch) = (feed, isMinted, batch)
    }

    package init(feed: FeedNumber, isMinted: Bool, _ named: NamedBatch) {
        (self.feed, self.isMinted, batch, name) = (feed, isMinted, named.batch, named.name)
    }

    /// The batch with its name in its feed.
    package func named(in feed: Feed) -> NamedBatch {
        name.map { NamedBatch(batch, of: feed, called: $0) } ?? NamedBatch(batch, of: feed)
    }

    /// Returns the batch with its name in its feed, and keeps the name for the next time.
    package mutating func naming(in feed: Feed) -> NamedBatch {
        let named = named(in: feed)
        name = named.name
        return named
    }
}

extension ByteReader {
    package mutating func readFeedNumber() throws(CodecError) -> FeedNumber {
        let number = try readVarint()
        guard let feed = FeedNumber(exactly: number), feed <= FeedTable.numberMax else { throw .overLimit(number) }
        return feed
    }
}

/// The feeds that a log has introduced, with their numbers.
package struct FeedTable: Sendable {
    package private(set) var feeds: [FeedNumber: Feed] = [:]
    private var numbers: [Feed: FeedNumber] = [:]
    package private(set) var next: FeedNumber = 1

    /// The largest number that a log may hold, which leaves room for as many more.
    static let numberMax = FeedNumber.max / 2

    /// Creates the table of an empty log.
    package init() {}

    package subscript(number: FeedNumber) -> Feed? { feeds[number] }

    package func number(of feed: Feed) -> FeedNumber? { numbers[feed] }

    /// Adds a number that the log introduces.
    package mutating func insert(_ feed: Feed, as number: FeedNumber) {
        (feeds[number], numbers[feed]) = (feed, number)
        see(number)
    }

    /// Reserves a number that the log has used: it is never reused, because the record that introduced it may be lost.
    mutating func see(_ number: FeedNumber) {
        reserve(below: number + 1)
    }

    /// Reserves all numbers below one.
    package mutating func reserve(below end: FeedNumber) {
        next = max(next, end)
    }

    /// Assigns a number to a feed.
    ///
    /// - Returns: The number, and whether it still has to be introduced.
    mutating func introduce(_ feed: Feed) -> (number: FeedNumber, isNew: Bool) {
        if let number = numbers[feed] { return (number, false) }
        let number = next
        insert(feed, as: number)
        return (number, true)
    }

    /// Frees a number whose introduction the disk refused.
    mutating func forget(_ number: FeedNumber) {
        if let feed = feeds.removeValue(forKey: number) { numbers[feed] = nil }
    }
}
