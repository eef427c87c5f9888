extension EntityID {
    /// Creates the id of an imported entity that has none, and of a section: the same file, and the same name of a
    /// section, give the same ids on every device.
    ///
    /// The first eight bytes of SHA-256("phlist-import" ‖ list ‖ kind ‖ parent ‖ number ‖ text), numbers little-endian.
    ///
    /// - Parameters:
    ///   - kind: The kind of the entity.
    ///   - text: The name of the entity, in UTF-8.
    ///   - number: The count of earlier entities with this kind and text below the same parent.
    ///   - parent: The entity's parent in the file.
    ///   - list: The list that imports it.
    package init(
        importing kind: EntityKind,
        _ text: some Collection<UInt8>,
        number: Int,
        below parent: EntityID,
        into list: ScopeID
    ) {
        let numbers = [parent.rawValue, UInt64(number)].flatMap { number in
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        self.init(hashing: Array("phlist-import".utf8) + list.bytes + [kind.rawValue] + numbers + Array(text))
    }

    /// Reads the sixteen letters of an entity that is not the list itself; nil for anything else.
    package init?(letters: String) {
        guard let bytes = Letters.decode(letters) else { return nil }
        self.init(decoding: bytes.reversed())
    }
}

extension ScopeID {
    /// Reads the thirty-two letters; nil for anything else.
    package init?(letters: String) {
        guard let bytes = Letters.decode(letters) else { return nil }
        self.init(bytes: bytes)
    }
}
