import PhlistControl
import PhlistLog

/// The result of a store check, as text and as fields.
struct StoreText {
    var clock: Clock
    var style: Style

    func page(_ checked: CheckedStore) -> Page {
        let found = checked.store
        let fields = fields(found, checked.counts) + photos(checked.photos)
        let heading: TerminalText = "\(found.log.path ?? "")"
        let words = [style.heading(heading)] + Table.lines(fields.map { ["\($0.name)", "\($0.text)"] }, indent: "  ")
        return Page(
            words: words + verdict(checked),
            rows: [["file", found.log.path ?? ""]] + fields.map { [$0.name, $0.text] },
            ids: []
        )
    }

    private func fields(_ found: StoreExamination, _ counts: StoreCounts) -> [(name: String, text: String)] {
        let log = found.log
        var fields: [(name: String, text: String)] = []
        if let header = log.header {
            let begun = clock.dateTime(Int64(clamping: header.createdMilliseconds))
            fields = [("generation", "\(header.generation), begun \(begun)")]
        }
        fields += [
            ("size", ByteCount.text(Int64(log.byteCount))),
            ("holds", Self.holdings(counts).string),
            ("ends", log.endingText),
        ]
        fields += log.damage.map { ("damage", $0.description) }
        fields += log.holes.map { ("lost before", $0.description) }
        if log.usedPrevious { fields.append(("note", "phlist.log is missing; this is the generation before it")) }
        if counts.meaninglessRecords > 0 { fields.append(("meaningless", "\(counts.meaninglessRecords) records")) }
        if let snapshot = found.snapshot { fields.append(("snapshot", snapshot.text(logEnd: log.endOfFrames))) }
        if let key = found.key { fields.append(("key", key.text)) }
        return fields
    }

    private static func holdings(_ counts: StoreCounts) -> TerminalText {
        let parts: [(Int, TerminalText)] = [
            (counts.frames, "frame"), (counts.records, "record"), (counts.changes, "change"),
        ]
        return .joined(parts.map { TerminalText.count($0, $1) }, separator: ", ")
    }

    private func photos(_ photos: CheckedPhotos?) -> [(name: String, text: String)] {
        guard let photos, photos.isWorthALine else { return [] }
        return [("photos", photos.text)] + photos.damaged.map { ("damaged photo", $0) }
    }

    /// Returns the last line; none if there is a fault, which is reported as an error instead.
    private func verdict(_ checked: CheckedStore) -> [TerminalText] {
        guard StoreFault.found(checked) == nil else { return [] }
        guard !checked.isBackup else { return ["ok: the backup is whole"] }
        switch checked.store.log.nextOpening {
        case .cutsTornTail(_, let count):
            return ["ok: the next start of phlistd cuts off \(count) bytes that were never stored"]
        case .opens, .createsEmptyLog, .salvages, .refuses: return ["ok: the log is whole"]
        }
    }
}

extension LogExamination {
    /// The ranges that are damaged now.
    var damage: [LogHole] {
        if case .salvages(let holes) = nextOpening { holes } else { [] }
    }

    /// The offset of the next frame, which is before the mark of an orderly end.
    var endOfFrames: Int { end.map { Int(clamping: $0.offset) } ?? byteCount }

    /// The ending of the log, as text.
    var endingText: String {
        switch nextOpening {
        case .createsEmptyLog: return "there is none"
        case .cutsTornTail(let offset, let count): return "torn: \(count) bytes from \(offset) on"
        case .salvages: return "damaged; all else would be kept, in generation \((header?.generation ?? 0) + 1)"
        case .refuses(let error): return "refused: \(error)"
        case .opens: break
        }
        switch ending {
        case .clean?: return "closed in order"
        case .sealed?: return "not closed; everything in it was stored"
        case .created?, .interrupted?, .torn?, .damaged?, nil: return "not closed; its last frame is whole"
        }
    }

    /// The ending of the log, as one word.
    var endingWord: String {
        switch nextOpening {
        case .createsEmptyLog: return "missing"
        case .cutsTornTail: return "torn"
        case .salvages: return "damaged"
        case .refuses: return "refused"
        case .opens: break
        }
        switch ending {
        case .clean?: return "closed"
        case .sealed?: return "sealed"
        case .created?, .interrupted?, .torn?, .damaged?, nil: return "interrupted"
        }
    }
}

extension StoreExamination.Snapshot {
    func text(logEnd: Int) -> String {
        switch self {
        case .missing: "none"
        case .whole(let count, let offset):
            "whole, \(ByteCount.text(Int64(count))); "
                + "\(ByteCount.text(max(0, Int64(logEnd) - Int64(clamping: offset)))) of the log after it"
        case .foreign: "of another log; it will be thrown away"
        case .unusable(let fault): "\(fault.text); it will be thrown away"
        }
    }

    var word: String {
        switch self {
        case .missing: "missing"
        case .whole: "whole"
        case .foreign: "foreign"
        case .unusable: "unusable"
        }
    }
}

extension SnapshotFile.Fault {
    fileprivate var text: String {
        switch self {
        case .missing: "none"
        case .unreadable(let error): "\(error)"
        case .damaged: "damaged"
        case .unsupportedVersion(let major, let minor): "of version \(major).\(minor)"
        case .belongsToAnotherDevice: "of another device"
        }
    }
}

extension StoreExamination.Key {
    var text: String {
        switch self {
        case .missing: "none"
        case .sound(let permissions): "mode 0\(String(permissions, radix: 8))"
        case .unusable(let error): "\(error)"
        }
    }

    var word: String {
        switch self {
        case .missing: "missing"
        case .sound: "sound"
        case .unusable: "unusable"
        }
    }
}
