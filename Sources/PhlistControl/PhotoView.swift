/// The photo of an item as a client sees it; its bytes are asked for apart.
package struct PhotoView: Codable, Sendable, Equatable {
    /// In bytes.
    package var size: Int
    /// For example `jpeg`.
    package var type: String
    /// In pixels.
    package var width: Int
    package var height: Int
    /// When it was set, in milliseconds since 1970, and by whom; nil stands for the house.
    package var setAt: Int64
    package var setBy: String?
    package var place: Place
    /// How much of it is here, while it is on its way.
    package var percent: Int?
    /// The devices that it comes from, or would.
    package var devices: [String]

    /// Where the bytes are.
    package enum Place: String, Codable, Sendable {
        case here
        case arriving
        /// On other devices alone.
        case elsewhere
    }

    /// Creates a view.
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
