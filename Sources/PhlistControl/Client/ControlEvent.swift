import PhlistVocabulary

/// One line of `GET /v1/events`, which streams NDJSON; `?after=CURSOR` resumes after an event.
package struct ControlEvent: Codable, Sendable, Equatable {
    /// An opaque token; cursors follow the order in which events arrived on this device.
    package var cursor: String
    package var event: Kind
    /// The time of the change, in milliseconds since 1970, by the clock of the device that made it.
    package var at: Int64
    /// The member who made the change; nil for the house.
    package var by: String?
    /// The name of the device that made the change.
    package var device: String?
    /// Whether this device made the change.
    package var isLocal: Bool?
    package var item: ItemView?
    package var list: ListView?
    package var peer: PeerView?

    package enum Kind: String, NamedValue {
        /// The stream has started; all events after its cursor will follow.
        case ready
        /// Events older than the cursor are gone: read everything again.
        case reset
        case itemAdded = "item-added"
        case itemChanged = "item-changed"
        case itemTrashed = "item-trashed"
        case itemRestored = "item-restored"
        case listAdded = "list-added"
        case listChanged = "list-changed"
        case listTrashed = "list-trashed"
        case listRestored = "list-restored"
        /// A list is no longer shown to the caller, or invitations have come or gone: read the lists again.
        case accessChanged = "access-changed"
        case peerConnected = "peer-connected"
        case peerDisconnected = "peer-disconnected"
    }

    package init(
        cursor: String,
        event: Kind,
        at: Int64,
        by: String? = nil,
        device: String? = nil,
        isLocal: Bool? = nil,
        item: ItemView? = nil,
        list: ListView? = nil,
        peer: PeerView? = nil
    ) {
        self.cursor = cursor
        self.event = event
        self.at = at
        self.by = by
        self.device = device
        self.isLocal = isLocal
        self.item = item
        self.list = list
        self.peer = peer
    }
}
