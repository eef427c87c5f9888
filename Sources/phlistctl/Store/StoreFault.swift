import PhlistBlobs
import PhlistControl
import PhlistLog

/// The faults of a store as errors, whose exit status scripts can check.
enum StoreFault {
    /// Examines a store and turns a failure to open it into an error for people.
    static func explaining<Found>(_ look: () throws(LogError) -> Found) throws(ControlError) -> Found {
        do throws(LogError) {
            return try look()
        } catch {
            throw refusal(error)
        }
    }

    /// Examines a backup in the same way.
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

    /// Returns the error for a log of which nothing can be shown.
    static func beforeReading(_ found: LogExamination, path: String) -> ControlError? {
        switch found.nextOpening {
        case .createsEmptyLog: ControlError(.notFound, "no log in \(path)")
        case .refuses(let error) where found.header == nil: refusal(error)
        case .refuses, .opens, .cutsTornTail, .salvages: nil
        }
    }

    /// Returns the fault that needs attention; nil if the store is sound.
    static func found(_ found: CheckedStore) -> ControlError? {
        // A backup is restored as a whole or not at all, so even a torn tail counts as damage.
        if found.isBackup, found.store.log.nextOpening != .opens {
            return damagedBackup("its log is not whole")
        }
        return log(found.store, found.counts) ?? found.photos.flatMap(photos)
    }

    private static func damagedBackup(_ fault: String) -> ControlError {
        ControlError(.inputOutput, "the backup is damaged: \(fault)", hint: "nothing can be restored of it")
    }

    private static func photos(_ photos: CheckedPhotos) -> ControlError? {
        if let fault = photos.fault {
            return damagedBackup(fault)
        }
        guard !photos.damaged.isEmpty else { return nil }
        return ControlError(
            .inputOutput,
            "\(TerminalText.count(photos.damaged.count, "photo").string) damaged",
            hint: "phlistd sets them aside when they are needed, and asks the other devices for them"
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
        // It may be any file: the advice is for the log of a state directory.
        case .badHeader: ControlError(.invalid, "\(error)")
        // As phlistd ends: a program of another version is needed.
        case .unsupportedVersion, .outdatedVersion, .unsupportedFrame:
            ControlError(.configuration, "\(error)", hint: error.remedy)
        case .file(let cause) where cause.reason == .notFound: ControlError(.notFound, "\(error)")
        case .file(let cause) where cause.reason == .denied:
            ControlError(.notPermitted, "\(error)", hint: "for the machine's store: sudo phlistctl store check")
        case .locked, .networkFileSystem, .belongsToAnotherDevice, .damaged, .unreadable, .groupTooLarge, .diskFull,
            .readOnly, .failed, .closed, .file:
            ControlError(.inputOutput, "\(error)")
        }
    }
}
