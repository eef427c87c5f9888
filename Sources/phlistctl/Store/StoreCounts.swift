import PhlistHousehold
import PhlistLog
import PhlistModel

/// Counts collected while a log is read.
struct StoreCounts: Equatable {
    private(set) var frames = 0
    private(set) var records = 0
    /// The number of ops in all batches.
    private(set) var changes = 0
    /// The number of records with a valid checksum and unknown content, on which phlistd refuses to start.
    private(set) var meaninglessRecords = 0

    mutating func take(_ item: LogExamination.Item) {
        switch item {
        case .frame: frames += 1
        case .gap: break
        case .record(let record, _):
            records += 1
            do throws(CodecError) {
                guard case .batch(let stored)? = try LogEntry(record) else { return }
                changes += stored.batch.header.opCount
            } catch {
                meaninglessRecords += 1
            }
        }
    }
}
