/// The items that are in a space, or would be after being restored: by key, then by id.
///
/// The item next to another one is found by searching, so that the number of items does not matter, in the trash or
/// in other spaces; only visible items below others count.
package struct Neighbours {
    private let rows: ListRows
    private let spaces: DisplayedSpaces
    private let space: PlaceSpace
    private let prefix: [UInt8]
    /// The items that the orders by space have elsewhere, or that a draft has changed.
    private let strays: Set<UInt32>

    package typealias Neighbour = PlaceKey.Neighbour

    /// Creates the items of a space from rows with the part `spaces`.
    init(_ space: PlaceSpace, _ rows: ListRows) {
        (self.space, self.rows, prefix) = (space, rows, space.prefix)
        spaces = DisplayedSpaces(rows)
        strays = spaces.strays(in: space)
    }

    /// All of them.
    package var all: [Neighbour] {
        var all: [Neighbour] = []
        while let next = first(behind: all.last) { all.append(next) }
        return all
    }

    /// Returns an item with its key; nil if it is not here.
    package func neighbour(_ entity: EntityID) -> Neighbour? {
        guard let row = rows.row(of: entity), rows.facts(of: row).isItem else { return nil }
        return rows.space(of: row) == space || spaces[row] == space ? neighbour(of: row) : nil
    }

    /// Whether an item is placed here and visible.
    package func isPlacedVisibly(_ entity: EntityID) -> Bool {
        rows.row(of: entity).map { rows.facts(of: $0).isVisibleItem && rows.space(of: $0) == space } ?? false
    }

    /// Returns the first item behind another one, or the first of all.
    ///
    /// - Parameters:
    ///   - neighbour: The other item.
    ///   - withTrash: Whether items in the trash count.
    ///   - left: Items that do not count.
    /// - Returns: The item with its key; nil if there is none.
    package func first(
        behind neighbour: Neighbour? = nil,
        withTrash: Bool = true,
        without left: Set<EntityID> = []
    ) -> Neighbour? {
        nearest(.behind, neighbour, withTrash, left).min(by: Self.isBefore)
    }

    /// Returns the last item before another one, or the last of all; the parameters are those of `first`.
    package func last(
        before neighbour: Neighbour? = nil,
        withTrash: Bool = true,
        without left: Set<EntityID> = []
    ) -> Neighbour? {
        nearest(.before, neighbour, withTrash, left).max(by: Self.isBefore)
    }

    /// Returns the nearest item of each kind, and all strays, on one side.
    private func nearest(
        _ side: ListRows.Side,
        _ position: Neighbour?,
        _ withTrash: Bool,
        _ left: Set<EntityID>
    ) -> [Neighbour] {
        let isWanted = { (row: UInt32) in !left.contains(self.rows.entity(of: row)) }
        let found = [false, true].prefix(withTrash ? 2 : 1).compactMap { isTrashed in
            rows.nearest(side, position, withPrefix: prefix, isTrashed: isTrashed, where: isWanted)
        }
        let others = strays.filter { isWanted($0) && (withTrash || rows.facts(of: $0).isVisible) }
        let (near, far) = (found.map { neighbour(of: $0) }, others.map { neighbour(of: $0) })
        return near + far.filter { Self.isOn(side, of: position, $0) }
    }

    private static func isOn(_ side: ListRows.Side, of position: Neighbour?, _ other: Neighbour) -> Bool {
        guard let position else { return true }
        switch side {
        case .before: return isBefore(other, position)
        case .behind: return isBefore(position, other)
        }
    }

    private static func isBefore(_ left: Neighbour, _ right: Neighbour) -> Bool {
        PlaceKey.isBefore((left.key, left.entity), (right.key, right.entity))
    }

    private func neighbour(of row: UInt32) -> Neighbour {
        (entity: rows.entity(of: row), key: rows.place(of: row)?.key ?? [])
    }
}
