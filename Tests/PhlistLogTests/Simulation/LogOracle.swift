import PhlistModel

@testable import PhlistLog

/// Something that must never be.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// What must be on the disk of a machine, kept beside it and never on it.
struct LogOracle {
    /// An append.
    struct Group {
        var records: [Record]
        var positions: [RecordPosition]
        /// Where its frame ends.
        var end = 0
        /// The running number of its first record.
        var firstNumber: UInt64
        /// Whether its frame was damaged.
        var isLost = false

        var start: Int { positions.first?.frame ?? 0 }
    }

    /// What was acknowledged, or served by a log that opened, in order.
    private(set) var groups: [Group] = []
    /// An append that was begun and neither acknowledged nor refused: it is there whole or not at all.
    private(set) var unknown: [Record]?
    /// The offsets of damaged bytes.
    private(set) var rotten: [Int] = []
    /// Whether damage was done that no opening has found so far.
    private(set) var hasFreshRot = false
    /// Whether a log was opened on this disk.
    private(set) var wasOpened = false
    /// What a copy beside the state may hold: how many records.
    var backups: Set<Int> = []
    /// Everything that was ever made has another number.
    private(set) var lastUnique: UInt64 = 0

    /// The records that can be read.
    var live: [Record] { groups.lazy.filter { !$0.isLost }.flatMap(\.records) }

    /// The size of the log when each append takes one frame and nothing else stays.
    var byteCount: Int { groups.reduce(64) { $0 + Self.frameSize(of: $1.records) } }

    /// A header of 32 bytes, then the length, the kind and the bytes of each record, and zeros up to a multiple of 8.
    private static func frameSize(of records: [Record]) -> Int {
        let size = records.reduce(32) { $0 + ($1.bytes.count < 128 ? 2 : 3) + $1.bytes.count }
        return (size + 7) / 8 * 8
    }

    var recordCount: UInt64 { groups.last.map { $0.firstNumber + UInt64($0.records.count) - 1 } ?? 0 }

    mutating func unique() -> UInt64 {
        lastUnique += 1
        return lastUnique
    }
}

extension LogOracle {
    mutating func acknowledged(_ records: [Record], _ positions: [RecordPosition], end: Int) {
        groups.append(Group(records: records, positions: positions, end: end, firstNumber: recordCount + 1))
    }

    mutating func failed(_ records: [Record]) {
        unknown = unknown ?? records
    }

    /// Notes that a byte of the log is not what it was.
    mutating func rot(at offset: Int) {
        rotten.append(offset)
        hasFreshRot = true
        for index in groups.indices where groups[index].start <= offset && offset < groups[index].end {
            groups[index].isLost = true
        }
    }

    /// The end of what is known durable by a later frame: damage below it must be told from a torn tail.
    ///
    /// A SEAL, a CLEAN and a new generation vouch for everything; otherwise the last append has nothing after it.
    func durableEnd(after ending: OpenReport.Ending?) -> Int {
        switch ending {
        case .clean?, .sealed?: groups.last?.end ?? 0
        case .damaged(let damage)? where damage.isLeftAsItIs == nil: groups.last?.end ?? 0
        case .created?, .interrupted?, .torn?, .damaged?, nil: groups.dropLast().last?.end ?? 0
        }
    }

    /// The state of an earlier moment is put back.
    mutating func restore(_ copy: LogOracle) {
        (groups, unknown, rotten, hasFreshRot) = (copy.groups, copy.unknown, copy.rotten, copy.hasFreshRot)
    }
}

extension LogOracle {
    /// Holds what a log says against what must be there; from then on it must stay.
    mutating func opened(_ log: borrowing Log, _ records: [Record], _ positions: [RecordPosition]) throws {
        try settle(records, positions, log.report)
        let known = groups.lazy.filter { !$0.isLost }.flatMap(\.positions)
        guard known.elementsEqual(positions) else { throw Violation("records have moved") }
        guard log.report.recordCount == recordCount else {
            throw Violation("\(log.report.recordCount) records are counted, \(recordCount) were written")
        }
        if case .created = log.report.ending, wasOpened { throw Violation("the log was replaced by an empty one") }
        wasOpened = true
        try judge(log.report)
    }

    private mutating func settle(
        _ records: [Record],
        _ positions: [RecordPosition],
        _ report: OpenReport
    ) throws {
        let live = live
        defer { unknown = nil }
        guard records != live else { return }
        guard let unknown, records == live + unknown else {
            let rest = "\(live.count) of \(groups.count) appends\(unknown == nil ? "" : ", one unknown")"
            throw Violation("\(records.count) records are there, not the \(rest); \(report.ending)")
        }
        acknowledged(unknown, Array(positions.dropFirst(live.count)), end: report.byteCount)
    }

    /// What is damaged is named, and nothing else.
    private mutating func judge(_ report: OpenReport) throws {
        for offset in rotten where !report.holes.contains(where: { $0.offset <= offset && offset < $0.end }) {
            throw Violation("damage at \(offset) is in no hole: \(report.ending), \(report.holes)")
        }
        for group in groups where group.isLost {
            let numbers = group.firstNumber..<group.firstNumber + UInt64(group.records.count)
            let isNamed = report.holes.contains {
                $0.firstLostRecord <= numbers.lowerBound
                    && numbers.upperBound <= $0.firstLostRecord + $0.lostRecordCount
            }
            guard isNamed else { throw Violation("the loss of records \(numbers) is not named: \(report.holes)") }
        }
        guard case .damaged(let damage) = report.ending else { return }
        guard hasFreshRot else { throw Violation("there is no damage, and it was found: \(damage)") }
        hasFreshRot = damage.isLeftAsItIs != nil
    }
}

extension Record {
    /// A record that no other is equal to.
    static func edit(_ unique: UInt64) -> Record {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: unique)
        return Record(.batch, bytes)
    }
}
