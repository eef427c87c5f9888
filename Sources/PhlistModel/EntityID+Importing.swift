extension EntityID {
    /// What an entity of a file becomes that bears no id there: the same file makes the same ids again, also on another
    /// device.
    ///
    /// The first eight bytes of SHA-256("phlist-import" ‖ list ‖ kind ‖ parent ‖ number ‖ text), numbers little-endian.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - text: What it is called, in UTF-8.
    ///   - number: How many others of this kind and text stand before it below the same parent.
    ///   - parent: What it stands below in the file.
    ///   - list: The list that takes it.
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
