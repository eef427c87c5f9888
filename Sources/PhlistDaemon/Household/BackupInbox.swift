import HTTPTypes
import Hummingbird
import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// The file in which a backup waits that is being restored.
struct BackupInbox {
    static let name = "phlist.restore"

    private let fileSystem = PosixFileSystem()
    private let path: String

    init(in directory: String) {
        path = "\(directory)/\(Self.name)"
    }

    /// Keeps the body of a request while it is looked at.
    ///
    /// - Throws: `ControlError` when there is no room, or another one is there.
    func contents(of body: RequestBody) async throws -> BackupContents {
        let file: any File
        do throws(FileError) {
            file = try fileSystem.open(path, .create)
        } catch  where error.reason == .exists {
            throw ControlError(.tryAgain, "a backup is being restored already")
        } catch {
            throw Self.refusal(error)
        }
        defer { clear() }
        try await keep(body, in: file)
        return try read()
    }

    /// Removes what an interrupted run has left.
    func clear() {
        try? fileSystem.unlink(path)
    }

    private func keep(_ body: RequestBody, in file: any File) async throws {
        var offset = 0
        for try await buffer in body {
            guard offset + buffer.readableBytes <= ControlLimits.backupSizeMax else {
                throw ControlError(.tooLarge, "a backup has at most \(ControlLimits.backupSizeMax) bytes")
            }
            do throws(FileError) {
                try file.write(Array(buffer.readableBytesView), at: offset)
            } catch {
                throw Self.refusal(error)
            }
            offset += buffer.readableBytes
        }
    }

    private func read(expecting forks: [ScopeID: Set<Fork>] = [:]) throws(ControlError) -> BackupContents {
        var reader = BackupReader(keepsLists: true, expecting: forks, random: SystemRandomNumberGenerator())
        do {
            let found = try LogExamination(of: path, on: fileSystem) { item in
                if case .record(let record, _) = item { reader.take(record) }
            }
            guard found.nextOpening == .opens else {
                throw ControlError(.invalid, "this is no whole backup: \(found.nextOpening); nothing was changed")
            }
            guard reader.lateForks.isEmpty else { return try read(expecting: reader.lateForks) }
            return try reader.contents(hasHoles: !found.holes.isEmpty)
        } catch let error as ControlError {
            throw error
        } catch {
            throw ControlError(.invalid, "this backup cannot be restored: \(error); nothing was changed")
        }
    }

    private static func refusal(_ error: FileError) -> ControlError {
        ControlError(error.reason.isLackOfRoom ? .diskFull : .inputOutput, "nothing was changed: \(error)")
    }
}
