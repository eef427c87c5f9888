import PhlistControl
import PhlistHousehold
import PhlistLog
import PhlistModel

/// An entry of a log dump: a frame, a record, or bytes that are neither.
struct DumpEntry: Encodable {
    enum Kind: String, Encodable {
        case frame
        case record
        case gap
    }

    var kind: Kind
    /// The offset in the file, for a record that of its frame.
    var offset: Int
    /// The sequence number of the record, or of a frame's first record.
    var sequence: UInt64
    var type: String
    var bytes: Int
    var records: UInt64?
    /// The number by which this log refers to a feed.
    var feed: UInt32?
    var scope: String?
    var device: String?
    /// The number of a batch in its feed, or of the batch that a signed head refers to.
    var number: UInt64?
    /// The name of that batch.
    var name: String?
    /// The name of the predecessor; nil for a first batch.
    var previous: String?
    var ops: Int?
    /// Whether this device wrote the batch into this log; otherwise it was received.
    var isMinted: Bool?
    var member: String?
    /// Milliseconds since 1970.
    var at: Int64?
    var group: String?
    /// The text of a record of another kind.
    var text: String?

    /// The time as text.
    private var time: String?

    private enum CodingKeys: String, CodingKey {
        case kind, offset, sequence, type, bytes, records, feed, scope, device, number, name, previous, ops
        case isMinted, member, at, group, text
    }

    /// The line for people, with shortened ids.
    var words: TerminalText {
        switch kind {
        case .frame:
            "@\(offset) \(type): \(Self.count(records ?? 0)) from \(sequence), \(bytes) bytes"
        case .gap: "@\(offset) no frame: \(bytes) bytes, \(Self.count(records ?? 0)) known lost"
        case .record: "  \(sequence) \(type) \(TerminalText.joined(parts, separator: " "))"
        }
    }

    private static let house = MemberID.house.description

    private static func count(_ records: UInt64) -> TerminalText {
        records == 1 ? "1 record" : "\(records) records"
    }

    private var parts: [TerminalText] {
        let parts: [TerminalText?] = [
            feed.map { type == "feed" ? "\($0)" : "of feed \($0)" },
            device.map { "of \($0)" },
            scope.map { "in \($0.shortened)" },
            number.map { "number \($0)" },
            name.map { "\($0.shortened)" },
            previous.map { "after \($0.shortened)" },
            ops.map { "with \(TerminalText.count($0, "op"))" },
            isMinted.map { $0 ? "minted here" : "received" },
            member.map { $0 == Self.house ? "by the house" : "by \($0.shortened)" },
            time.map { "at \($0)" },
            group.map { "group \($0)" },
            text.map { "\($0)" },
        ]
        return parts.compactMap { $0 }
    }

    private var origin: String {
        isMinted.map { $0 ? "minted" : "received" } ?? ""
    }

    /// The fields for programs, with complete ids.
    var fields: [String] {
        [
            kind.rawValue, String(offset), String(sequence), type, String(bytes), feed.map(String.init) ?? "",
            scope ?? "", device ?? "", number.map(String.init) ?? "", name ?? "", previous ?? "",
            ops.map(String.init) ?? "", origin, member ?? "", at.map(String.init) ?? "", group ?? "", text ?? "",
        ]
    }
}

extension DumpEntry {
    /// Describes entries in order, keeping the feeds and the record numbers seen so far.
    struct Describer {
        let clock: Clock
        private var feeds: [FeedNumber: Feed] = [:]
        private var frameOffset = 0
        private var nextSequence: UInt64 = 0

        init(clock: Clock) {
            self.clock = clock
        }

        mutating func entry(of item: LogExamination.Item) -> DumpEntry {
            switch item {
            case .frame(let type, let offset, let byteCount, let firstRecord, let recordCount):
                (frameOffset, nextSequence) = (offset, firstRecord)
                return DumpEntry(
                    kind: .frame,
                    offset: offset,
                    sequence: firstRecord,
                    type: type,
                    bytes: byteCount,
                    records: UInt64(recordCount)
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
            case .feed(let number, let feed):
                feeds[number] = feed
                entry.type = "feed"
                entry.feed = number
                (entry.scope, entry.device) = (feed.scope.description, feed.device.description)
            case .batch(let stored):
                describe(stored, &entry)
            case .head(let feed, let head):
                entry.type = "head"
                entry.feed = feed
                (entry.number, entry.name) = (head.number, head.name.description)
            case .local(let fact):
                entry.type = "local"
                entry.text = fact.line
            case nil:
                entry.text = "of a later phlist"
            }
        }

        private func describe(_ stored: StoredBatch, _ entry: inout DumpEntry) {
            entry.type = "batch"
            (entry.feed, entry.isMinted) = (stored.feed, stored.isMinted)
            let header = stored.batch.header
            (entry.number, entry.ops) = (header.number, header.opCount)
            // The name is unknown without the record that introduces the feed.
            entry.name = feeds[stored.feed].map { stored.batch.name(in: $0).description }
            entry.previous = header.previous == .none ? nil : header.previous.description
            entry.member = header.by.description
            entry.at = header.stamp.milliseconds
            entry.time = "\(clock.day(header.stamp.milliseconds)) \(clock.time(header.stamp.milliseconds))"
            entry.group = String(header.group, radix: 16)
        }
    }
}

extension LocalFact {
    /// The fact as one line.
    fileprivate var line: String {
        switch self {
        case .household(let scope, _): "in the household \(scope)"
        case .introducer(_, let name): "let in by \(name)"
        case .binding(let uid, let member):
            "user \(uid) is \(member.map { $0 == .house ? "nobody" : "\($0)" } ?? "not said to be anybody")"
        case .address(let device, let endpoint): "reached \(device) at \(endpoint.text)"
        case .pairingAttempt(_, let used): "\(used) guesses at a pairing code"
        case .request(let tag, _, _): "request \(tag.text)"
        case .requestOfBatch(let tag, _): "request \(tag.text), answered by the batch before"
        case .defaultList(let uid, let list): "user \(uid) adds to \(list.map { "\($0)" } ?? "no list of his own")"
        case .ownView(let uid, let list, let view):
            "user \(uid) sees \(list) \(view.map { "by \($0.sort)" } ?? "as everybody does")"
        case .overallView(let uid, let display):
            "user \(uid) sees all lists \(display == nil ? "as they are" : "in a way of their own")"
        case .savedFilter(let member, let name, let filter):
            "the filter \"\(name)\" of \(member) is \(filter == nil ? "removed" : "saved")"
        case .healed(let lostBytes, let fetched, _): "\(lostBytes) lost bytes healed by \(fetched) batches"
        case .givenUp(let lostBytes, let count, _): "given up: \(count) changes, with \(lostBytes) lost bytes"
        case .deviceSeen(let device): "seen that \(device) has joined"
        case .clockAhead(let lead): "clock ahead of the others by \(lead.milliseconds) ms"
        case .personSeen(let member, let device): "seen that \(member) may use \(device)"
        case .removal(let removal?, let device): "\(device) tells that \(removal.device) put this device out"
        case .removal(nil, let device): "\(device) takes this device in again"
        case .letter: "the word of the device that let this one in"
        case .invitations(let device, let invitations):
            "\(device) tells of \(invitations.open.count) invitations, and of \(invitations.ended.count) that ended"
        }
    }
}

extension RequestTag {
    /// The name as sixteen hexadecimal digits.
    fileprivate var text: String {
        let digits = String(name, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
