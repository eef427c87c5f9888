/// `DELETE /v1/items/photo`: takes the photos from items; the items stay.
package struct RemovePhotosRequest: ControlCall {
    package static let route = ControlRoute.removePhotos
    package typealias Reply = ChangeItemsReply

    package var items: [String]

    /// Creates the request.
    package init(items: [String]) {
        self.items = items
    }

    package func check() throws(ControlError) {
        try checkReferences(items, in: "items")
    }
}

/// The reply of a route that answers with bytes: nothing of it is JSON.
package struct ByteReply: Codable, Sendable {}

extension ControlRequest where Reply == ByteReply {
    /// Asks for a copy of everything.
    package static var backup: Self { Self(route: .backup) }

    /// `GET /v1/items/photo`: asks for the photo of an item.
    ///
    /// - Parameters:
    ///   - item: One reference.
    ///   - isThumbnail: Whether the small picture is wanted.
    ///   - waitMilliseconds: How long to wait for a photo that is on another device.
    ///   - member: The member to act as; nil for the caller's own.
    /// - Returns: The request.
    package static func photo(
        of item: String,
        isThumbnail: Bool,
        waitMilliseconds: Int,
        actsAs member: String?
    ) -> Self {
        var query = [(name: "item", value: item), (name: "wait", value: "\(waitMilliseconds)")]
        if isThumbnail { query.append((name: "thumbnail", value: "true")) }
        query += member.map { [(name: "as", value: $0)] } ?? []
        return Self(route: .photo, query: query, patience: .milliseconds(waitMilliseconds))
    }
}

extension ControlRequest where Reply == ChangeItemsReply {
    /// `PUT /v1/items/photo`: gives an item the photo that the body is.
    package static func setPhoto(of item: String, actsAs member: String?) -> Self {
        let query = [(name: "item", value: item)] + (member.map { [(name: "as", value: $0)] } ?? [])
        return Self(route: .setPhoto, query: query, patience: .seconds(Limits.photoSecondsMax))
    }
}
