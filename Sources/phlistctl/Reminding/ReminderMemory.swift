import PhlistControl
import PhlistLog
import PhlistVocabulary

/// Keeps the record of one person in a file of this login.
///
/// It holds a lock while it lives: two programs would show everything twice.
struct ReminderMemory {
    private let file: FileOutput
    private let lock: any File

    /// Opens the record of a member.
    ///
    /// - Throws: `ControlError` if another program has it, or the directory cannot be used.
    init(of memberID: String, _ context: Context) throws(ControlError) {
        let directory = context.directories.ownState
        let fileSystem = context.fileSystem
        file = FileOutput(path: "\(directory)/reminders-\(memberID).json", fileSystem: fileSystem)
        let isOurs: Bool
        do throws(FileError) {
            try fileSystem.makeDirectories(directory)
            lock = try fileSystem.open("\(directory)/reminders-\(memberID).lock", .updateOrCreate)
            isOurs = try lock.lock()
        } catch {
            throw error.controlError
        }
        guard isOurs else {
            throw ControlError(
                .tryAgain,
                "another phlistctl notify runs for the same person",
                hint: "see: systemctl --user status phlist-notify"
            )
        }
    }

    /// Reads the record; nil before the first run.
    ///
    /// - Throws: `ControlError` also if it cannot be understood: without it everything of the last days would be shown
    ///   again.
    func read() throws(ControlError) -> ReminderRecord? {
        let bytes: [UInt8]
        do throws(FileError) {
            guard let open = try file.fileSystem.openIfPresent(file.path, .read) else { return nil }
            bytes = try open.read(Limits.reminderRecordSizeMax, at: 0)
        } catch {
            throw error.controlError
        }
        do {
            return try JSONText.decode(ReminderRecord.self, from: bytes)
        } catch {
            throw ControlError(
                .invalid,
                "\(file.path) is damaged: \(error.reason)",
                hint: "without it, reminders of the last days come once more: rm \"\(file.path)\""
            )
        }
    }

    /// Writes the record, whole or not at all.
    func write(_ record: ReminderRecord) throws {
        try file.write(Array(JSONText.encode(record).utf8))
    }
}
