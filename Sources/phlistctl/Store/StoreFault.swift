import PhlistBlobs
import PhlistControl
import PhlistLog

/// What is wrong with a store, with the status that scripts can go by.
enum StoreFault {
    /// Looks at a store; whatever cannot be opened becomes an error for a person.
    static func explaining<Found>(_ look: () throws(LogError) -> Found) throws(ControlError) -> Found {
        do throws(LogError) {
            return try look()
        } catch {
            throw refusal(error)
        }
    }

    /// Looks at a backup in the same way.
    static func explainingBackup<Found>(
        _ path: String,
        _ look: () throws(BackupError) -> Found
    ) throws(ControlError) -> Found {
        do throws(BackupError) {
            return try look()
        } catch {
            switch error {
            case .foreign: throw ControlError(.invalid, "\(path) is not a backup")
            case .file(let cause), .blob(.file(let cause)): throw refusal(.file(cause))
            case .cut, .damaged, .unsupportedVersion, .blob:
                throw ControlError(.invalid, "\(path) is not a complete backup: \(error)")
            }
        }
    }

    /// Why there is nothing to show of a log.
    static func beforeReading(_ found: LogExamination, path: String) -> ControlError? {
        switch found.nextOpening {
        case .createsEmptyLog: ControlError(.notFound, "no log in \(path)")
        case .refuses(let error) where found.header == nil: refusal(error)
        case .refuses, .opens, .cutsTornTail, .salvages: nil
        }
    }

    /// What somebody must see to; nil when nothing is wrong.
    static func found(_ found: CheckedStore) -> ControlError? {
        // Nothing is cut off a backup, or kept of it: all of it comes back, or nothing.
        if found.isBackup, found.store.log.nextOpening != .opens {
            return damagedBackup("its log is not whole")
        }
        return log(found.store, found.counts) ?? found.photos.flatMap(photos)
    }

    private static func damagedBackup(_ fault: String) -> ControlError {
        ControlError(.inputOutput, "the backup is damaged: \(fault)", hint: "nothing can be restored of it")
    }

    /// What is wrong with photos.
    private static func photos(_ photos: CheckedPhotos) -> ControlError? {
        if let fault = photos.fault {
            return damagedBackup(fault)
        }
        guard !photos.damaged.isEmpty else { return nil }
        return ControlError(
            .inputOutput,
            "\(TerminalText.count(photos.damaged.count, "photo").string) damaged",
            hint: "phlistd puts them aside when they are wanted, and asks the other devices for them"
        )
    }

    private static func log(_ found: StoreExamination, _ counts: StoreCounts) -> ControlError? {
        switch found.log.nextOpening {
        case .salvages(let holes):
            let count = holes.reduce(0) { $0 + $1.byteCount }
            return ControlError(
                .inputOutput,
                "the log is damaged: \(count) bytes that were stored are not what was written",
                hint: "phlistd keeps everything else at its next start and asks the other devices for what is lost"
            )
        case .refuses(let error): return refusal(error)
        case .createsEmptyLog, .opens, .cutsTornTail: break
        }
        if counts.meaninglessRecords > 0 {
            return ControlError(
                .inputOutput,
                "\(counts.meaninglessRecords) records mean nothing to this phlist, which does not start on them"
            )
        }
        guard case .unusable(let error)? = found.key else { return nil }
        return ControlError(.configuration, "\(error)")
    }

    private static func refusal(_ error: LogError) -> ControlError {
        switch error {
        case .badHeader, .unsupportedVersion, .outdatedVersion, .unsupportedFrame: ControlError(.invalid, "\(error)")
        case .file(let cause) where cause.reason == .notFound: ControlError(.notFound, "\(error)")
        case .file(let cause) where cause.reason == .denied: ControlError(.notPermitted, "\(error)")
        case .locked, .networkFileSystem, .belongsToAnotherDevice, .damaged, .unreadable, .groupTooLarge, .diskFull,
            .readOnly, .failed, .closed, .file:
            ControlError(.inputOutput, "\(error)")
        }
    }
}
