import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// One thing in a log: a frame, a record, or bytes that are neither.
struct DumpEntry: Encodable {
    enum Kind: String, Encodable {
        case frame
        case record
        case gap
    }

    var kind: Kind
    /// Where it is in the file, a record where its frame is.
    var offset: Int
    /// The number of the record, or of a frame's first.
    var sequence: UInt64
    var type: String
    var bytes: Int
    var records: UInt64?
    var durableUpto: Int?
    var scope: String?
    var feed: String?
    var device: String?
    /// The number of a batch's first op, of the op that a head vouches for, or of the first that a split concerns.
    var first: UInt64?
    var ops: Int?
    var member: String?
    /// Milliseconds since 1970.
    var at: Int64?
    var group: String?
    /// What a record of another kind says.
    var text: String?

    /// The time in words.
    private var time: String?

    private enum CodingKeys: String, CodingKey {
        case kind, offset, sequence, type, bytes, records, durableUpto, scope, feed, device, first, ops, member, at
        case group, text
    }

    /// For people: ids are cut to what tells them apart by eye.
    var words: TerminalText {
        switch kind {
        case .frame:
            "@\(offset) \(type): \(Self.count(records ?? 0)) from \(sequence), \(bytes) bytes, \(stored)"
        case .gap: "@\(offset) no frame: \(bytes) bytes, \(Self.count(records ?? 0)) known lost"
        case .record: "  \(sequence) \(type) \(TerminalText.joined(parts, separator: " "))"
        }
    }

    /// What was known durable when the frame was built.
    private var stored: TerminalText { "behind \(durableUpto ?? 0) stored" }

    private static let house = MemberID.house.description

    private static func count(_ records: UInt64) -> TerminalText {
        records == 1 ? "1 record" : "\(records) records"
    }

    private var parts: [TerminalText] {
        let last = (first ?? 0) + UInt64(ops ?? 0)
        let range: TerminalText = ops == nil ? "\(first ?? 0)" : "\(first ?? 0)-\(last - 1)"
        let parts: [TerminalText?] = [
            feed.map { "\($0.shortened)" },
            device.map { "of \($0)" },
            scope.map { "in \($0.shortened)" },
            first.map { _ in "ops \(range)" },
            member.map { $0 == Self.house ? "by the house" : "by \($0.shortened)" },
            time.map { "at \($0)" },
            group.map { "group \($0)" },
            text.map { "\($0)" },
        ]
        return parts.compactMap { $0 }
    }

    /// For programs, with the whole ids.
    var fields: [String] {
        [
            kind.rawValue, String(offset), String(sequence), type, String(bytes), feed ?? "", device ?? "",
            first.map(String.init) ?? "", ops.map(String.init) ?? "", member ?? "", at.map(String.init) ?? "",
            group ?? "", text ?? "",
        ]
    }
}

extension DumpEntry {
    /// Knows what came before: whose a feed is, and which number a record has.
    struct Describer {
        let clock: Clock
        private var origins: [FeedID: FeedOrigin] = [:]
        private var frameOffset = 0
        private var nextSequence: UInt64 = 0

        init(clock: Clock) {
            self.clock = clock
        }

        mutating func entry(of item: LogExamination.Item) -> DumpEntry {
            switch item {
            case .frame(let type, let offset, let byteCount, let firstRecord, let recordCount, let durableUpto):
                (frameOffset, nextSequence) = (offset, firstRecord)
                return DumpEntry(
                    kind: .frame,
                    offset: offset,
                    sequence: firstRecord,
                    type: type,
                    bytes: byteCount,
                    records: UInt64(recordCount),
                    durableUpto: durableUpto
                )
            case .gap(let hole):
                return DumpEntry(
                    kind: .gap,
                    offset: hole.offset,
                    sequence: hole.firstLostRecord,
                    type: "gap",
                    bytes: hole.byteCount,
                    records: hole.lostRecordCount
                )
            case .record(let record, _):
                defer { nextSequence += 1 }
                return entry(of: record)
            }
        }

        private mutating func entry(of record: Record) -> DumpEntry {
            var entry = DumpEntry(
                kind: .record,
                offset: frameOffset,
                sequence: nextSequence,
                type: "kind \(record.kind.rawValue)",
                bytes: record.bytes.count
            )
            do throws(CodecError) {
                try describe(try LogEntry(record), &entry)
            } catch {
                entry.text = "means nothing: \(error)"
            }
            return entry
        }

        private mutating func describe(_ meaning: LogEntry?, _ entry: inout DumpEntry) throws(CodecError) {
            switch meaning {
            case .feed(let origin):
                origins[origin.feed] = origin
                entry.type = "feed"
                name(origin.feed, &entry)
            case .batch(let feed, let batch):
                entry.type = "batch"
                name(feed, &entry)
                let header = batch.header
                (entry.first, entry.ops) = (header.firstSequence, header.opCount)
                entry.member = header.by.description
                entry.at = header.stamp.milliseconds
                entry.time = "\(clock.day(header.stamp.milliseconds)) \(clock.time(header.stamp.milliseconds))"
                entry.group = String(header.group, radix: 16)
            case .head(let feed, let head):
                entry.type = "head"
                name(feed, &entry)
                entry.first = head.sequence
            case .fork(let proof):
                entry.type = "fork"
                name(proof.fork.feed, &entry)
                entry.first = proof.fork.sequence
            case .local(let fact):
                entry.type = "local"
                entry.text = fact.line
            case nil:
                entry.text = "of a later phlist"
            }
        }

        private func name(_ feed: FeedID, _ entry: inout DumpEntry) {
            entry.feed = feed.description
            entry.device = origins[feed]?.device.description
            entry.scope = origins[feed]?.scope.description
        }
    }
}

extension LocalFact {
    /// The fact in one line.
    fileprivate var line: String {
        switch self {
        case .household(let scope): "in the household \(scope)"
        case .introducer(_, let name): "let in by \(name)"
        case .binding(let uid, let member): "user \(uid) is \(member == .house ? "nobody" : "\(member)")"
        case .address(let device, let endpoint): "reached \(device) at \(endpoint.text)"
        case .pairingAttempt(_, let used): "\(used) guesses at a pairing code"
        case .request(let key, let uid, _, _): "request \(key.text) of user \(uid)"
        case .defaultList(let uid, let list): "user \(uid) adds to \(list.map { "\($0)" } ?? "no list of his own")"
        case .healed(let lostBytes, let fetched, _): "\(lostBytes) lost bytes healed by \(fetched) batches"
        case .givenUp(let lostBytes, let count, _): "given up: \(count) changes, with \(lostBytes) lost bytes"
        case .setAside(let lists): "\(lists.count) lists left behind"
        case .deviceSeen(let device): "seen that \(device) has joined"
        case .letter: "the word of the device that let this one in"
        case .invitations(let device, let invitations):
            "\(device) tells of \(invitations.open.count) invitations, and of \(invitations.ended.count) that ended"
        }
    }
}
