import PhlistControl
import PhlistLog

/// The result of a store check, as a JSON document.
struct StoreReport: Encodable {
    struct Frames: Encodable {
        var type: String
        var frames: Int
        var records: Int
        var bytes: Int
    }

    struct Hole: Encodable {
        var offset: Int
        var bytes: Int
        var firstLostRecord: UInt64
        var lostRecords: UInt64
    }

    struct Finding: Encodable {
        var state: String
        var text: String
    }

    var schemaVersion = PhlistControl.schemaVersion
    var file: String
    var generation: UInt64?
    var createdAt: UInt64?
    var bytes: Int
    var frames: Int
    var records: Int
    var changes: Int
    var types: [Frames]
    /// The ending: closed, sealed, interrupted, torn, damaged or refused.
    var ending: String
    var tornBytes: Int
    var damage: [Hole]
    /// Losses that the log already records.
    var holes: [Hole]
    var snapshot: Finding?
    var key: Finding?
    /// The photos; nil for a log without its state directory.
    var photos: CheckedPhotos?
    var isSound: Bool

    init(_ checked: CheckedStore) {
        let (found, counts) = (checked.store, checked.counts)
        let log = found.log
        file = log.path ?? ""
        generation = log.header?.generation
        createdAt = log.header?.createdMilliseconds
        bytes = log.byteCount
        (frames, records, changes) = (counts.frames, counts.records, counts.changes)
        types = log.tallies.map {
            Frames(type: $0.type, frames: $0.frameCount, records: $0.recordCount, bytes: $0.byteCount)
        }
        ending = log.endingWord
        tornBytes = if case .cutsTornTail(_, let count) = log.nextOpening { count } else { 0 }
        damage = log.damage.map(Hole.init)
        holes = log.holes.map(Hole.init)
        snapshot = found.snapshot.map { Finding(state: $0.word, text: $0.text(logEnd: log.endOfFrames)) }
        key = found.key.map { Finding(state: $0.word, text: $0.text) }
        photos = checked.photos
        isSound = StoreFault.found(checked) == nil
    }
}

extension StoreReport.Hole {
    init(_ hole: LogHole) {
        self.init(
            offset: hole.offset,
            bytes: hole.byteCount,
            firstLostRecord: hole.firstLostRecord,
            lostRecords: hole.lostRecordCount
        )
    }
}
