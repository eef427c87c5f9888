extension EntityID {
    /// Creates the id of the occurrence of a recurring item that comes after another one, or of what is below it: two
    /// devices that complete the same occurrence apart make the same next one, whatever dates they give it.
    ///
    /// The first eight bytes of SHA-256("phlist-next" ‖ list ‖ entity, little-endian).
    ///
    /// - Parameters:
    ///   - entity: The occurrence, or a thing below it.
    ///   - list: The list.
    package init(following entity: EntityID, in list: ScopeID) {
        self.init(hashing: Array("phlist-next".utf8) + list.bytes + entity.bytes)
    }
}
