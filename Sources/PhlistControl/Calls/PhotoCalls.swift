/// `DELETE /v1/items/photo`: removes the photos of items; the items stay.
package struct RemovePhotosRequest: ControlCall {
    package static let route = ControlRoute.removePhotos
    package typealias Reply = ChangeItemsReply

    package var items: [String]

    package init(items: [String]) {
        self.items = items
    }

    package func check() throws(ControlError) {
        try checkReferences(items, in: "items")
    }
}

/// The reply to a route that answers with bytes instead of JSON.
package struct ByteReply: Codable, Sendable {}

extension ControlRequest where Reply == ByteReply {
    /// `GET /v1/backup`: asks for a backup.
    package static var backup: Self { Self(route: .backup) }

    /// `GET /v1/items/photo`: asks for the photo of an item.
    ///
    /// - Parameters:
    ///   - item: One reference.
    ///   - take: The number of a competing value; nil for the photo that is shown.
    ///   - isThumbnail: Whether to ask for the thumbnail.
    ///   - waitMilliseconds: Time to wait for a photo that is on another device.
    ///   - member: The member to act as; nil for the caller's own.
    /// - Returns: The request.
    package static func photo(
        of item: String,
        take: Int? = nil,
        isThumbnail: Bool,
        waitMilliseconds: Int,
        actsAs member: String?
    ) -> Self {
        var query = [(name: "item", value: item), (name: "wait", value: "\(waitMilliseconds)")]
        if isThumbnail { query.append((name: "thumbnail", value: "true")) }
        query += take.map { [(name: "take", value: "\($0)")] } ?? []
        query += member.map { [(name: "as", value: $0)] } ?? []
        return Self(route: .photo, query: query, patience: .milliseconds(waitMilliseconds))
    }
}

extension ControlRequest where Reply == ChangeItemsReply {
    /// `PUT /v1/items/photo`: sets the photo of an item to the picture in the body.
    package static func setPhoto(of item: String, actsAs member: String?) -> Self {
        let query = [(name: "item", value: item)] + (member.map { [(name: "as", value: $0)] } ?? [])
        return Self(route: .setPhoto, query: query, patience: .seconds(Limits.photoSecondsMax))
    }
}

/// The reply to `POST /v1/photos`: a photo that no item has yet.
package struct MakePhotoReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The name of the photo, for the field `photo` of items; an unused one is kept for a month.
    package var photo: String
    /// In bytes.
    package var size: Int
    /// In pixels.
    package var width: Int
    package var height: Int

    package init(photo: String, size: Int, width: Int, height: Int) {
        (self.photo, self.size, self.width, self.height) = (photo, size, width, height)
    }
}

extension ControlRequest where Reply == MakePhotoReply {
    /// `POST /v1/photos`: makes a photo of the picture in the body.
    package static func makePhoto(actsAs member: String?) -> Self {
        let query = member.map { [(name: "as", value: $0)] } ?? []
        return Self(route: .makePhoto, query: query, patience: .seconds(Limits.photoSecondsMax))
    }
}
