package import PhlistModel

/// Records that this device's log has lost and no peer has returned yet.
package struct Damage: Hashable, Sendable {
    /// Whether the roster is known; without it no other device can help until this one joins again.
    package var isHouseholdKnown: Bool
    /// Feeds with batches that are missing or that wait for missing ones.
    ///
    /// A lost end of a feed that nothing refers to leaves no trace; only a peer reveals it.
    package var feeds: [Feed]
    /// Lists, and the household, that no peer has confirmed to hold equally since the start; by id.
    package var unconfirmed: [Scope]

    /// Number of batches that are here but wait for missing ones.
    package var heldBackCount: Int { feeds.reduce(0) { $0 + $1.heldBackCount } }

    /// The household or a list.
    package struct Scope: Hashable, Sendable {
        package var id: ScopeID
        package var isHousehold: Bool
        /// Nil while the list's name is not known.
        package var title: String?
    }

    /// One device's batches in one scope.
    package struct Feed: Hashable, Sendable {
        /// Nil when the record that introduces the feed is lost as well; so is `device` then.
        package var scope: Scope?
        package var device: DeviceID?
        package var deviceName: String?
        /// The numbers of the batches that are missing.
        package var missing: [ClosedRange<UInt64>]
        /// Number of batches that are here but wait for missing ones.
        package var heldBackCount: Int
    }

    /// Batches received from one device.
    package struct Fetched: Hashable, Sendable {
        package var device: DeviceID
        package var deviceName: String
        package var batchCount: Int
    }
}
