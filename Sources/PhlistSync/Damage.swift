package import PhlistModel

/// What the log of this device has lost and nobody has given back yet.
package struct Damage: Hashable, Sendable {
    /// Whether it is known who is in the household; without it no other device can help, until this one joins anew.
    package var isHouseholdKnown: Bool
    /// What is known to be missing, or cannot be shown for it, by feed.
    ///
    /// A lost end of a feed that nothing refers to leaves no trace: a peer shows it.
    package var feeds: [Feed]
    /// The lists, and the household, of which no peer has said since the start that it holds the same; by id.
    package var unconfirmed: [Scope]

    /// Batches that are here and wait for others.
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
        /// Batches that are here and wait for others.
        package var heldBackCount: Int
    }

    /// What one device has sent.
    package struct Fetched: Hashable, Sendable {
        package var device: DeviceID
        package var deviceName: String
        package var batchCount: Int
    }
}
