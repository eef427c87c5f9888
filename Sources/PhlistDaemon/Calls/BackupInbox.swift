import Dispatch
import HTTPTypes
import Hummingbird
import PhlistBlobs
import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// The file that holds a backup while it is restored.
struct BackupInbox: Sendable {
    static let name = "phlist.restore"

    private let fileSystem = PosixFileSystem()
    private let directory: String
    private let path: String

    init(in directory: String) {
        self.directory = directory
        path = "\(directory)/\(Self.name)"
    }

    /// Stores the body of a request, to be read and then removed.
    ///
    /// - Throws: `ControlError` when there is no room, or another backup is there; nothing of this one is left then.
    func keep(_ body: RequestBody) async throws {
        let file: any File
        do throws(FileError) {
            file = try fileSystem.open(path, .create)
        } catch {
            try await body.drain(upTo: ControlLimits.backupSizeMax)
            throw error.reason == .exists
                ? ControlError(.tryAgain, "a backup is being restored already") : Self.refusal(error)
        }
        do {
            try await keep(body, in: file)
        } catch {
            clear()
            throw error
        }
    }

    /// Removes the backup, also one left by an interrupted run.
    func clear() {
        try? fileSystem.unlink(path)
    }

    private func keep(_ body: RequestBody, in file: any File) async throws {
        var offset = 0
        var refusal: ControlError?
        // It is read to its end in any case: a client that is still sending would not read the reply.
        for try await buffer in body {
            do throws(ControlError) {
                if refusal == nil { try keep(Array(buffer.readableBytesView), at: offset, in: file) }
            } catch {
                refusal = error
                // The space is freed at once; the file stays until all is read, so that another request's file is never
                // removed.
                try? file.truncate(to: 0)
            }
            offset += buffer.readableBytes
            guard offset <= ControlLimits.backupSizeMax else { break }
        }
        if let refusal { throw refusal }
    }

    private func keep(_ bytes: [UInt8], at offset: Int, in file: any File) throws(ControlError) {
        guard offset + bytes.count <= ControlLimits.backupSizeMax else {
            throw ControlError(.tooLarge, "a backup has at most \(ControlLimits.backupSizeMax) bytes")
        }
        do throws(FileError) {
            guard try fileSystem.freeBytes(of: directory) >= bytes.count + LogLimits.freeBytesMin else {
                throw FileError(.write, path, .noSpace)
            }
            try file.write(bytes, at: offset)
        } catch {
            throw Self.refusal(error)
        }
    }

    /// Reads and verifies all of the backup on a thread of its own: gigabytes take minutes, and the threads shared by
    /// all tasks are as few as the cores.
    ///
    /// - Throws: `ControlError` when it is not a complete backup.
    func read() async throws -> KeptBackup {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try readHere() }) }
        }
    }

    private func readHere() throws(ControlError) -> KeptBackup {
        do {
            let archive = try BackupArchive(path, on: fileSystem)
            let photos = try archive.forEachPhoto()
            return KeptBackup(path: path, contents: try contents(of: archive.log), photos: photos)
        } catch let error as ControlError {
            throw error
        } catch {
            throw ControlError(.invalid, "this is not a complete backup: \(error); nothing was changed")
        }
    }

    private func contents(of log: any File) throws -> BackupContents {
        do {
            return try BackupContents.read(keepsLists: true, random: SystemRandomNumberGenerator()) { take in
                let found = LogExamination(of: log) { item in
                    if case .record(let record, _) = item { take(record) }
                }
                guard found.nextOpening == .opens else {
                    let reason = "\(found.nextOpening); nothing was changed"
                    throw ControlError(.invalid, "this is not a complete backup: \(reason)")
                }
                return !found.holes.isEmpty
            }
        } catch let error as CodecError {
            throw ControlError(.invalid, "this backup cannot be restored: \(error); nothing was changed")
        }
    }

    private static func refusal(_ error: FileError) -> ControlError {
        ControlError(error.reason.isLackOfRoom ? .diskFull : .inputOutput, "nothing was changed: \(error)")
    }
}

/// A backup that was read and verified.
struct KeptBackup: Sendable {
    var path: String
    var contents: BackupContents
    var photos: BackupArchive.Photos
}
