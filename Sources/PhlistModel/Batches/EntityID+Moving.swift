import Crypto

extension EntityID {
    /// Creates the new id of an entity that is moved or merged into another list: two devices that do so apart create
    /// the same one.
    ///
    /// The first eight bytes of SHA-256(list ‖ entity, little-endian ‖ target).
    ///
    /// - Parameters:
    ///   - entity: The current id.
    ///   - list: The current list.
    ///   - target: The other list; in each list that two people choose apart, the entity has another id.
    package init(moving entity: EntityID, from list: ScopeID, to target: ScopeID) {
        self.init(hashing: list.bytes + entity.bytes + target.bytes)
    }

    /// Creates an id from the first eight bytes of the SHA-256 of some bytes; never that of the list itself.
    init(hashing bytes: [UInt8]) {
        let digest = SHA256.hash(bytes: bytes)
        self.init(rawValue: max(1, digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }))
    }
}
