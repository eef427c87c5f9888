import HTTPTypes
import Hummingbird
import NIOCore
import PhlistBlobs
import PhlistControl
import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistPresentation
import PhlistStore
import PhlistSync
import Synchronization

/// Backups, only for the daemon's owner because they contain everybody's lists.
struct BackupCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.answer(.backup, Operation(reply: .bytes(["application/octet-stream"]))) { request, context in
            try Self.checkOwner(context.caller)
            try ControlQuery(request).checkNames([])
            context.expectStream()
            return try await backup()
        }
        let restoring = Operation(
            body: .bytes(["application/octet-stream"]),
            reply: .json(RestoreBackupReply.self)
        )
        table.answer(.restoreBackup, restoring) { request, context in
            do {
                try Self.checkOwner(context.caller)
                try ControlQuery(request).checkNames([])
                try await checkEmpty()
            } catch {
                try await request.body.drain(upTo: ControlLimits.backupSizeMax)
                throw error
            }
            let inbox = BackupInbox(in: host.configuration.stateDirectory)
            try await inbox.keep(request.body)
            defer { inbox.clear() }
            let backup = try await inbox.read()
            return try ControlBody.encode(try await restore(backup, for: Principal(context.caller)))
        }
    }

    private static func checkOwner(_ caller: Caller) throws(ControlError) {
        try Principal(caller).checkIsOwner("may make and restore backups")
    }

    /// Returns the durable part of the log as it is now, and the photos; the household keeps running meanwhile.
    private func backup() async throws -> Response {
        let copy = Mutex(try await openCopy())
        let byteCount = copy.withLock { $0.byteCount }
        let photos = host.photos
        let body = ResponseBody { writer in
            try await writer.write(ByteBuffer(bytes: BackupArchive.header(logByteCount: byteCount)))
            var offset = 0
            while offset < byteCount {
                let start = offset
                let bytes = try copy.withLock { try $0.piece(at: start) }
                try await writer.write(ByteBuffer(bytes: bytes))
                offset += bytes.count
            }
            var photoCount = 0
            for id in try await photos.list() {
                guard let bytes = try await photos.bytesForBackup(of: id) else { continue }
                try await writer.write(ByteBuffer(bytes: BackupArchive.entry(id, byteCount: bytes.count)))
                try await writer.write(ByteBuffer(bytes: bytes))
                photoCount += 1
            }
            try await writer.write(ByteBuffer(bytes: BackupArchive.end(photoCount: photoCount)))
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/octet-stream", .cacheControl: "no-store", .connection: "close"],
            body: body
        )
    }

    /// Opens the log at its mark; retries because a disk failure in between starts a new generation, once in a run.
    private func openCopy() async throws(ControlError) -> sending LogCopy {
        for _ in 0..<3 {
            let (end, heads) = await host.durablePart()
            do throws(LogError) {
                let directory = host.configuration.stateDirectory
                let copy = try LogCopy(of: directory, upTo: end, adding: heads, on: PosixFileSystem())
                if let copy { return copy }
            } catch {
                throw ControlError(error.code, "the log cannot be read: \(error)")
            }
        }
        throw ControlError(.tryAgain, "the log is changing; try again")
    }

    /// Refuses a device with data that a backup would mix with, before the backup is sent.
    private func checkEmpty() async throws(ControlError) {
        try await host.look { host throws(ControlError) in
            do throws(CommandError) {
                try host.replica.checkEmpty()
            } catch {
                throw host.presenter.explainRestoring(error)
            }
        }
    }

    /// Restores a backup durably, all of it or nothing.
    private func restore(
        _ backup: KeptBackup,
        for caller: Principal
    ) async throws(ControlError) -> RestoreBackupReply {
        // The photos first, as always: a device that learns of one can then fetch it.
        let added = try await keepPhotos(of: backup)
        do throws(ControlError) {
            guard case .restored(let count) = try await host.run(.restoreBackup(backup.contents)) else {
                throw .unexpected
            }
            return RestoreBackupReply(
                listCount: count.lists,
                itemCount: count.items,
                memberCount: count.members,
                photoCount: backup.contents.photos.intersection(backup.photos.ids).count,
                deviceCount: count.devices,
                member: await host.present { $0.memberName(of: caller) }
            )
        } catch {
            await host.photos.takeBack(added)
            throw error
        }
    }

    private func keepPhotos(of backup: KeptBackup) async throws(ControlError) -> [BlobID] {
        do throws(BackupError) {
            return try await host.photos.restore(from: backup.path, byteCount: backup.photos.byteCount)
        } catch {
            throw ControlError(error.isLackOfRoom ? .diskFull : .inputOutput, "nothing was changed: \(error)")
        }
    }
}
