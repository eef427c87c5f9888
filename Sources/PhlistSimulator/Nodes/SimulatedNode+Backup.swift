import PhlistLog
import PhlistModel
import PhlistSync
import PhlistTestKit

/// Backups.
extension SimulatedNode {
    /// Writes a backup as the daemon does: the log, with the heads that only this device can sign.
    ///
    /// - Returns: Its records; nil when the log has lost something or is unreadable.
    func backup() -> [Record]? {
        guard isUp, !isLying, let log = try? fileSystem.open(Self.log, .read) else { return nil }
        var records: [Record] = []
        let found = LogExamination(of: log) { item in
            if case .record(let record, _) = item { records.append(record) }
        }
        guard found.nextOpening == .opens, found.holes.isEmpty else { return nil }
        return records + ownHeads()
    }

    /// Reads a backup, as the daemon does before it restores one.
    static func contents(of backup: [Record]) throws(SimulationFailure) -> BackupContents {
        do {
            return try BackupContents.read(keepsLists: true, random: SeededRandom(seed: 1)) { take in
                for record in backup { take(record) }
                return false
            }
        } catch {
            throw SimulationFailure(.recovery, "a backup is not readable: \(error)")
        }
    }
}
