import Crypto

extension EntityID {
    /// What an entity becomes when its list is merged into another one: two devices that do so apart make one of it.
    ///
    /// The first eight bytes of SHA-256(list ‖ entity, little-endian).
    ///
    /// - Parameters:
    ///   - entity: What it is now.
    ///   - list: Where it is now.
    package init(moving entity: EntityID, from list: ScopeID) {
        let id = withUnsafeBytes(of: entity.rawValue.littleEndian) { Array($0) }
        self.init(hashing: list.bytes + id)
    }

    /// The entity that stands for some bytes: the first eight bytes of their SHA-256, but never the list itself.
    init(hashing bytes: [UInt8]) {
        let digest = SHA256.hash(bytes: bytes)
        self.init(rawValue: max(1, digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }))
    }
}
