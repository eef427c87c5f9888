import HTTPTypes
import Hummingbird
import NIOCore
import PhlistBlobs
import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import ServiceLifecycle

/// The calls about photos, whose bytes are bodies.
struct PhotoCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        let setting = Operation(
            Self.itemParameter,
            body: Self.picture,
            reply: .json(ChangeItemsReply.self),
            actsAs: true
        )
        table.answer(.setPhoto, setting) { request, context in
            let query = ControlQuery(request)
            let (photo, (item, asker)) = try await importPhoto(of: request, context) {
                try query.checkNames(["item", "as"])
                let asker = Asker(context.caller, actsAs: try query.text("as"))
                return (try await id(ofItem: try Self.item(query), asker), asker)
            }
            return try ControlBody.encode(try await set(photo, of: item, asker))
        }
        let making = Operation(body: Self.picture, reply: .json(MakePhotoReply.self), actsAs: true)
        table.answer(.makePhoto, making) { request, context in
            let query = ControlQuery(request)
            let (photo, _) = try await importPhoto(of: request, context, isForNewItem: true) {
                try query.checkNames(["as"])
                try await checkReader(Asker(context.caller, actsAs: try query.text("as")))
            }
            return try ControlBody.encode(try await make(photo))
        }
        let wait = Operation.Parameter.wait("wait", max: PhotoLimits.waitMillisecondsMax)
        let getting = Operation(
            Self.itemParameter,
            .flag("thumbnail"),
            Self.takeParameter,
            wait,
            reply: .bytes(["image/jpeg"]),
            actsAs: true
        )
        table.answer(.photo, getting) { request, context in
            let query = ControlQuery(request)
            try query.checkNames(["item", "as", "take", "thumbnail", "wait"])
            let (item, take) = (try Self.item(query), try query.number("take"))
            let isThumbnail = try query.flag("thumbnail")
            let wait = try query.wait("wait", max: PhotoLimits.waitMillisecondsMax)
            let asker = Asker(context.caller, actsAs: try query.text("as"))
            let bytes = try await context.whileHeard {
                try await cancelWhenGracefulShutdown {
                    try await photo(ofItem: item, take, isThumbnail: isThumbnail, waitMilliseconds: wait, asker)
                }
            }
            return Response(
                status: .ok,
                headers: [.contentType: "image/jpeg", .cacheControl: "no-store", .connection: "close"],
                body: ControlBody.responseBody(ByteBuffer(bytes: bytes))
            )
        }
        table.on(RemovePhotosRequest.self, remove)
    }

    private static let itemParameter = Operation.Parameter(name: "item", schema: ["type": "string"], isRequired: true)
    private static let takeParameter = Operation.Parameter(name: "take", schema: ["type": "integer"])
    private static let picture = Operation.Content.bytes(["image/jpeg", "image/png", "image/webp"])

    /// Makes a photo of a body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request.
    ///   - isForNewItem: Whether the item is added only after its photo.
    ///   - judge: Refuses early what would also be refused after the work.
    /// - Returns: The photo, and the result of `judge`.
    /// - Throws: The errors of `judge`, or a `ControlError` with one line about the fault of the picture.
    private func importPhoto<Found: Sendable>(
        of request: Request,
        _ context: ControlContext,
        isForNewItem: Bool = false,
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
            let directory = host.configuration.stateDirectory
            return try await PhotoImport(in: directory, isForNewItem: isForNewItem, turns: host.photoTurns)
                .photo(from: request.body.inTime())
        }
        return (photo, found)
    }

    private static func item(_ query: ControlQuery) throws(ControlError) -> String {
        guard let item = try query.text("item") else { throw ControlError(.invalid, "parameter \"item\" is missing") }
        return item
    }

    private func remove(_ request: RemovePhotosRequest, _ asker: Asker) async throws(ControlError) -> ChangeItemsReply {
        let change = ItemChange(photo: ItemChange.Photo.none)
        return try await host.perform(.items(.change(request.items, change)), asker, reply: Presenter.changedItems)
    }

    private func checkReader(_ asker: Asker) async throws(ControlError) {
        try await host.present { presenter throws(ControlError) in try presenter.checkReader(asker.principal) }
    }

    /// Returns the id of the item that a reference stands for, if it may get a photo.
    private func id(ofItem reference: String, _ asker: Asker) async throws(ControlError) -> String {
        var trial = asker
        trial.options.isDryRun = true
        let change = ItemChange(photo: ItemChange.Photo.none)
        return try await host.perform(.items(.change([reference], change)), trial) {
            _,
            performed throws(ControlError) in
            guard let item = (performed.outcome.changed + performed.outcome.unchanged).first else { throw .unexpected }
            return item.entity.description
        }
    }

    /// Stores the bytes, then the reference to them: a device that learns of the photo can then fetch it.
    private func set(
        _ photo: ImportedPhoto,
        of item: String,
        _ asker: Asker
    ) async throws(ControlError) -> ChangeItemsReply {
        let change = ItemChange(photo: .reference(try await reference(to: photo)))
        return try await host.perform(.items(.change([item], change)), asker, reply: Presenter.changedItems)
    }

    /// Stores the bytes; an item may get the photo later.
    private func make(_ photo: ImportedPhoto) async throws(ControlError) -> MakePhotoReply {
        let reference = try await reference(to: photo)
        let name = Hexadecimal.text(of: reference.encoded)
        return MakePhotoReply(photo: name, size: reference.size, width: reference.width, height: reference.height)
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
            return try await host.photos.keep(bytes)
        } catch {
            throw ControlError(error.isLackOfRoom ? .diskFull : .inputOutput, "the photo cannot be kept: \(error)")
        }
    }

    /// Returns the bytes of an item's photo; fetches them from another device and waits if necessary.
    private func photo(
        ofItem reference: String,
        _ take: Int?,
        isThumbnail: Bool,
        waitMilliseconds: Int,
        _ asker: Asker
    ) async throws(ControlError) -> [UInt8] {
        let (item, photo) = try await host.present { presenter throws(ControlError) in
            try presenter.photo(ofItem: reference, take: take, for: asker.principal)
        }
        let id = isThumbnail ? photo.thumbnail : photo.original
        guard await host.fetch(id, before: .now + .milliseconds(waitMilliseconds)) else {
            throw await host.present { $0.photoIsElsewhere(photo, of: item) }
        }
        do throws(BlobError) {
            return try await host.photos.bytes(of: id)
        } catch {
            throw ControlError(.tryAgain, "the photo of \"\(item.title)\" cannot be read: \(error)")
        }
    }
}
