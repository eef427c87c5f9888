package import PhlistControl
package import PhlistHousehold
package import PhlistModel
import PhlistSync

/// Photos of items.
extension Presenter {
    /// Returns the photo with a name.
    ///
    /// - Throws: An error when its bytes are not here: a caller may only use photos that this device has.
    package func photo(named name: String) throws(ControlError) -> PhotoReference {
        let reference = Hexadecimal.bytes(of: name).flatMap { PhotoReference(decoding: $0) }
        guard let reference, [reference.original, reference.thumbnail].allSatisfy({ whereabouts($0) == .here }) else {
            throw ControlError(.invalid, "field \"photo\" names no photo that is here; POST /v1/photos makes one")
        }
        return reference
    }

    /// Returns the item with a photo that a caller wants to see, and the photo: the one shown, or a competing one, by
    /// its number.
    package func photo(
        ofItem reference: String,
        take: Int? = nil,
        for caller: Principal
    ) throws(ControlError) -> (item: ItemState, photo: PhotoReference) {
        try checkReader(caller)
        let reference = try explaining { () throws(CommandError) in
            try library.item(matching: reference, for: caller, purpose: .look)
        }
        guard let item = library.list(reference.scope)?.item(reference.entity) else { throw .unexpected }
        if let take { return (item, try competingPhoto(take, of: item)) }
        guard let photo = item.photoReference?.photo else {
            throw ControlError(.notFound, "\"\(item.title)\" has no photo")
        }
        return (item, photo)
    }

    private func competingPhoto(_ number: Int, of item: ItemState) throws(ControlError) -> PhotoReference {
        let values = item.conflicts.first { $0.field == .photo }?.siblings ?? []
        guard !values.isEmpty else {
            throw ControlError(.notFound, "no conflict about the photo of \"\(item.title)\"")
        }
        guard (1...values.count).contains(number) else {
            throw ControlError(.notFound, "no value \(number): those of \"\(item.title)\" are 1 to \(values.count)")
        }
        guard let photo = PhotoReference(decoding: values[number - 1].value) else {
            throw ControlError(.notFound, "value \(number) is not a photo: somebody removed that of \"\(item.title)\"")
        }
        return photo
    }

    /// Returns words about a photo whose bytes are on other devices.
    package func photoIsElsewhere(_ photo: PhotoReference, of item: ItemState) -> ControlError {
        let isShown = photo == item.photoReference?.photo
        let devices = isShown ? photoView(of: item)?.devices.joined(separator: ", ") ?? "" : ""
        return ControlError(
            .tryAgain,
            "the photo of \"\(item.title)\" is not here yet\(devices.isEmpty ? "" : "; on: \(devices)")",
            hint: "it comes when that device is on; see phlistctl peers"
        )
    }

    /// Returns the photo of an item if its bytes are not here.
    func missingPhoto(of item: ItemState) -> BlobID? {
        guard let photo = item.photoReference?.photo, whereabouts(photo.original) != .here else { return nil }
        return photo.original
    }

    /// Returns the photo of an item, for clients.
    func photoView(of item: ItemState) -> PhotoView? {
        guard let (photo, act) = item.photoReference else { return nil }
        var view = PhotoView(
            size: photo.size,
            type: "\(photo.type)",
            width: photo.width,
            height: photo.height,
            setAt: act.stamp.milliseconds,
            setBy: library.memberName(act.by)
        )
        switch whereabouts(photo.original) {
        case .here: break
        case .arriving(let chunks, let count, let devices):
            (view.place, view.percent) = (.arriving, chunks * 100 / count)
            view.devices = devices.compactMap { library.deviceName($0) }
        case .elsewhere(let devices):
            view.place = .elsewhere
            // If no device says that it has the photo, the one where it was set had it once.
            view.devices = (devices.isEmpty ? [act.device] : devices).compactMap { library.deviceName($0) }
        }
        return view
    }
}
