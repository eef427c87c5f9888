import HTTPTypes
import Hummingbird
import NIOCore
import PhlistBlobs
import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync
import ServiceLifecycle
import Synchronization

/// The calls about photos, whose bytes are bodies.
extension DaemonService {
    func registerPhotos(in table: inout ControlTable) {
        table.answer(.setPhoto) { request, context in
            let query = ControlQuery(request)
            let (photo, (item, asker)) = try await importPhoto(of: request, context) {
                try query.checkNames(["item", "as"])
                let asker = Asker(context.caller, actsAs: try query.text("as"))
                return (try await host.idForPhoto(try Self.item(query), asker), asker)
            }
            return try ControlBody.encode(try await host.setPhoto(photo, of: item, asker))
        }
        table.answer(.makePhoto) { request, context in
            let query = ControlQuery(request)
            let (photo, _) = try await importPhoto(of: request, context) {
                try query.checkNames(["as"])
                try await host.checkReader(Asker(context.caller, actsAs: try query.text("as")))
            }
            return try ControlBody.encode(try await host.keepPhoto(photo))
        }
        table.answer(.photo) { request, context in
            let query = ControlQuery(request)
            try query.checkNames(["item", "as", "thumbnail", "wait"])
            let (item, isThumbnail) = (try Self.item(query), try query.flag("thumbnail"))
            let wait = try query.wait("wait", max: PhotoLimits.waitMillisecondsMax)
            let asker = Asker(context.caller, actsAs: try query.text("as"))
            let bytes = try await context.whileHeard {
                try await cancelWhenGracefulShutdown {
                    try await host.photo(of: item, isThumbnail: isThumbnail, waitMilliseconds: wait, asker)
                }
            }
            return Response(
                status: .ok,
                headers: [.contentType: "image/jpeg", .cacheControl: "no-store", .connection: "close"],
                body: ControlBody.responseBody(ByteBuffer(bytes: bytes))
            )
        }
        table.on(RemovePhotosRequest.self) { call, asker throws(ControlError) in
            let change = ItemChange(photo: ItemChange.Photo.none)
            return await host.changeReply(try await host.perform(.items(.change(call.items, change)), asker))
        }
    }

    /// Makes a photo of a body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request.
    ///   - judge: Refuses early what would also be refused after the work.
    /// - Returns: The photo, and the result of `judge`.
    /// - Throws: The errors of `judge`, or a `ControlError` with one line about the fault of the picture.
    private func importPhoto<Found: Sendable>(
        of request: Request,
        _ context: ControlContext,
        after judge: () async throws -> Found
    ) async throws -> (ImportedPhoto, Found) {
        let found: Found
        do {
            found = try await judge()
        } catch {
            try await request.body.drain(upTo: PhotoLimits.inputBytesMax)
            throw error
        }
        let photo = try await context.whileUploading(request, upTo: PhotoLimits.inputBytesMax) {
            try await PhotoImport(in: host.configuration.stateDirectory, turns: host.photoTurns)
                .photo(from: request.body.inTime())
        }
        return (photo, found)
    }

    private static func item(_ query: ControlQuery) throws(ControlError) -> String {
        guard let item = try query.text("item") else { throw ControlError(.invalid, "parameter \"item\" is missing") }
        return item
    }
}

extension ReplicaHost {
    /// Returns the item that a reference stands for, if it may get a photo.
    func idForPhoto(_ reference: String, _ asker: Asker) async throws(ControlError) -> String {
        var trial = asker
        trial.options.isDryRun = true
        let change = ItemChange(photo: ItemChange.Photo.none)
        let outcome = try await perform(.items(.change([reference], change)), trial).outcome
        guard let item = (outcome.changed + outcome.unchanged).first else { throw .unexpected }
        return item.entity.description
    }

    /// Stores the bytes, then the reference to them: a device that learns of the photo can then fetch it.
    func setPhoto(
        _ photo: ImportedPhoto,
        of item: String,
        _ asker: Asker
    ) async throws(ControlError) -> ChangeItemsReply {
        let change = ItemChange(photo: .reference(try await reference(to: photo)))
        return changeReply(try await perform(.items(.change([item], change)), asker))
    }

    /// Stores the bytes; an item may get the photo later.
    func keepPhoto(_ photo: ImportedPhoto) async throws(ControlError) -> MakePhotoReply {
        let reference = try await reference(to: photo)
        let name = Hexadecimal.text(of: reference.encoded)
        return MakePhotoReply(photo: name, size: reference.size, width: reference.width, height: reference.height)
    }

    /// Returns the photo with a name.
    ///
    /// - Throws: An error when its bytes are not here: a caller may only use photos that this device has.
    func photo(named name: String) throws(ControlError) -> PhotoReference {
        let reference = Hexadecimal.bytes(of: name).flatMap { PhotoReference(decoding: $0) }
        guard let reference,
            [reference.original, reference.thumbnail].allSatisfy({ replica.whereabouts(of: $0) == .here })
        else { throw ControlError(.invalid, "field \"photo\" names no photo that is here; POST /v1/photos makes one") }
        return reference
    }

    private func reference(to photo: ImportedPhoto) async throws(ControlError) -> PhotoReference {
        let original = try await keep(photo.bytes)
        let thumbnail = try await keep(photo.thumbnail)
        let reference = PhotoReference(
            original: original,
            thumbnail: thumbnail,
            size: photo.bytes.count,
            type: .jpeg,
            width: photo.width,
            height: photo.height
        )
        guard let reference else { throw ControlError(.invalid, "a photo has at least one pixel") }
        return reference
    }

    private func keep(_ bytes: [UInt8]) async throws(ControlError) -> BlobID {
        do throws(BlobError) {
            return try await photos.keep(bytes)
        } catch {
            throw ControlError(error.isLackOfRoom ? .diskFull : .inputOutput, "the photo cannot be kept: \(error)")
        }
    }

    /// Returns the bytes of an item's photo; fetches them from another device and waits if necessary.
    func photo(
        of reference: String,
        isThumbnail: Bool,
        waitMilliseconds: Int,
        _ asker: Asker
    ) async throws(ControlError) -> [UInt8] {
        try checkReader(asker)
        let item = try explaining { () throws(CommandError) in
            try replica.library.item(matching: reference, for: asker.principal, purpose: .look)
        }
        guard let found = replica.library.list(item.scope)?.item(item.entity) else { throw .unexpected }
        guard let photo = found.photoReference?.photo else {
            throw ControlError(.notFound, "\"\(found.title)\" has no photo")
        }
        let id = isThumbnail ? photo.thumbnail : photo.original
        await fetch(id, waitMilliseconds: waitMilliseconds)
        guard replica.whereabouts(of: id) == .here else {
            let devices = photoView(of: found)?.devices.joined(separator: ", ") ?? ""
            throw ControlError(
                .tryAgain,
                "the photo of \"\(found.title)\" is not here yet\(devices.isEmpty ? "" : "; on: \(devices)")",
                hint: "it comes when that device is on; see phlistctl peers"
            )
        }
        do throws(BlobError) {
            return try await photos.bytes(of: id)
        } catch {
            throw ControlError(.tryAgain, "the photo of \"\(found.title)\" cannot be read: \(error)")
        }
    }

    private func fetch(_ id: BlobID, waitMilliseconds: Int) async {
        guard replica.whereabouts(of: id) != .here else { return }
        report(.event(.blobDemanded(id)))
        let deadline = ContinuousClock.now + .milliseconds(waitMilliseconds)
        while replica.whereabouts(of: id) != .here, ContinuousClock.now < deadline, !Task.isCancelled {
            await nextPeerChange(before: deadline)
        }
    }

    /// Fetches the photo of an item that a user looks at, who will want to see it.
    func fetchPhoto(of item: PhlistModel.ItemState) {
        guard let photo = item.photoReference?.photo, replica.whereabouts(of: photo.original) != .here else { return }
        report(.event(.blobDemanded(photo.original)))
    }

    /// Returns the photo of an item, for clients.
    func photoView(of item: PhlistModel.ItemState) -> PhotoView? {
        guard let (photo, act) = item.photoReference else { return nil }
        var view = PhotoView(
            size: photo.size,
            type: "\(photo.type)",
            width: photo.width,
            height: photo.height,
            setAt: act.stamp.milliseconds,
            setBy: replica.library.memberName(act.by)
        )
        switch replica.whereabouts(of: photo.original) {
        case .here: break
        case .arriving(let chunks, let count, let devices):
            (view.place, view.percent) = (.arriving, chunks * 100 / count)
            view.devices = devices.compactMap { replica.library.deviceName($0) }
        case .elsewhere(let devices):
            view.place = .elsewhere
            // If no device says that it has the photo, the one where it was set had it once.
            view.devices = (devices.isEmpty ? [act.device] : devices).compactMap { replica.library.deviceName($0) }
        }
        return view
    }
}
