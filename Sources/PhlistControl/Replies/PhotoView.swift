import PhlistVocabulary

/// The photo of an item as a client sees it; its bytes have their own request.
package struct PhotoView: Codable, Sendable, Equatable {
    /// In bytes.
    package var size: Int
    /// For example `jpeg`.
    package var type: String
    /// In pixels.
    package var width: Int
    package var height: Int
    /// When and by whom it was set, in milliseconds since 1970; nil for the house.
    package var setAt: Int64
    package var setBy: String?
    package var place: Place
    /// Percentage received while it arrives.
    package var percent: Int?
    /// The devices that it comes from, or would come from.
    package var devices: [String]

    /// The place of the bytes.
    package enum Place: String, NamedValue {
        case here
        case arriving
        /// Only on other devices.
        case elsewhere
    }

    package init(
        size: Int,
        type: String,
        width: Int,
        height: Int,
        setAt: Int64,
        setBy: String? = nil,
        place: Place = .here,
        percent: Int? = nil,
        devices: [String] = []
    ) {
        (self.size, self.type, self.width, self.height) = (size, type, width, height)
        (self.setAt, self.setBy) = (setAt, setBy)
        (self.place, self.percent, self.devices) = (place, percent, devices)
    }
}
