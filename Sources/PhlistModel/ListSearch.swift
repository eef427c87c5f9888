extension ListState {
    /// The items of which a title, a note or a tag matches, in the order of the list.
    ///
    /// Looks at every item, without making anything of those that do not match.
    ///
    /// - Parameters:
    ///   - life: Whether to look among what is there, or in the trash.
    ///   - isMatch: Looks at the UTF-8 of one text.
    /// - Returns: The items.
    package func items(_ life: Life = .alive, where isMatch: (UnsafeRawBufferPointer) -> Bool) -> [ItemState] {
        let rows = rows(.order)
        let found = rows.items.filter { row in
            rows.facts(of: row).isVisible == (life == .alive) && rows.hasText(row, where: isMatch)
        }
        return found.compactMap { rows.item($0) }
    }

    /// The items of which the title matches, in the trash or not, in the order of the list.
    ///
    /// - Parameter isMatch: Looks at the UTF-8 of a title.
    /// - Returns: The items.
    package func items(whereTitle isMatch: (UnsafeRawBufferPointer) -> Bool) -> [ItemState] {
        let rows = rows(.order)
        return rows.items.filter { rows.withShown(.title, of: $0, isMatch) == true }.compactMap { rows.item($0) }
    }

    /// How many letters, at least two, tell an entity of this or of another list apart from all others of this one.
    ///
    /// The greatest answer of all lists that somebody sees is the length of the short id that he is shown.
    package func letterCount(telling entity: EntityID) -> Int {
        let rows = rows(.ids)
        let shared = rows.idNeighbours(of: entity).map { entity.sharedLetterCount(with: $0) }.max() ?? 0
        return max(shared + 1, EntityID.letterCountMin)
    }

    /// The entities whose ids begin with some letters, in the order of their ids, whatever they are.
    package func entities(withIDPrefix prefix: String, atMost count: Int) -> [EntityID] {
        guard let range = EntityID.range(ofPrefix: prefix) else { return [] }
        return rows(.ids).entities(in: range, atMost: count)
    }
}

extension EntityID {
    /// Fewer letters than this never stand for an id.
    package static let letterCountMin = 2
    private static let letterCountMax = 16

    /// The number of letters that two ids begin with alike.
    fileprivate func sharedLetterCount(with other: EntityID) -> Int {
        (rawValue ^ other.rawValue).leadingZeroBitCount / 4
    }

    /// The ids that begin with some letters; nil for too few, too many, or others than those from k to z.
    fileprivate static func range(ofPrefix prefix: String) -> ClosedRange<EntityID>? {
        let letters = Array(prefix.utf8)
        guard (letterCountMin...letterCountMax).contains(letters.count) else { return nil }
        guard letters.allSatisfy({ (UInt8(ascii: "k")...UInt8(ascii: "z")).contains($0) }) else { return nil }
        let start = letters.reduce(UInt64(0)) { $0 << 4 | UInt64($1 - UInt8(ascii: "k")) }
        let shift = UInt64(4 * (letterCountMax - letters.count))
        return EntityID(rawValue: start << shift)...EntityID(rawValue: start << shift | ((1 << shift) - 1))
    }
}
