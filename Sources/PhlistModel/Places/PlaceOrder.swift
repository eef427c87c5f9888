/// Items of a list by place: by key, or by space and then by key; ties by item id.
struct PlaceOrder: Sendable {
    private(set) var rows = SortedRows()
    /// Whether the items of each space are next to each other.
    private let isBySpace: Bool
    /// The write whose place the order uses, by row; `noWrite` if there is none.
    private var placeWrites: [UInt32]

    /// Orders the given rows of a table.
    init(_ items: [UInt32], bySpace isBySpace: Bool = false, of table: RegisterTable, in ledger: Ledger) {
        self.isBySpace = isBySpace
        placeWrites = [UInt32](repeating: RegisterTable.noWrite, count: table.rows.count)
        let number = table.fieldNumbers[.place]
        var keyed: [(start: UInt64, row: UInt32)] = []
        keyed.reserveCapacity(items.count)
        for row in items {
            if let number {
                placeWrites[Int(row)] = table.shownNumber(ofField: number, ofRow: Int(row), in: ledger)
            }
            keyed.append((start(ofRow: row, in: table), row))
        }
        let isBefore = comparison(in: table)
        keyed.sort { $0.start == $1.start ? isBefore($0.row, $1.row) : $0.start < $1.start }
        rows = SortedRows(sorted: keyed.map(\.row))
    }

    /// Updates the order after a row has changed.
    mutating func refresh(_ row: UInt32, wasIn: Bool, isIn: Bool, in table: RegisterTable, _ ledger: Ledger) {
        placeWrites += repeatElement(RegisterTable.noWrite, count: table.rows.count - placeWrites.count)
        let place = table.fieldNumbers[.place].map { table.shownNumber(ofField: $0, ofRow: Int(row), in: ledger) }
        let new = isIn ? place ?? RegisterTable.noWrite : RegisterTable.noWrite
        guard wasIn != isIn || placeWrites[Int(row)] != new else { return }
        // A comparison keeps the places that it was made with: the row is found by its old one.
        if wasIn {
            let isBefore = comparison(in: table)
            rows.remove(row, by: isBefore)
        }
        placeWrites[Int(row)] = new
        if isIn {
            let isBefore = comparison(in: table)
            rows.insert(row, by: isBefore)
        }
    }

    // MARK: Comparing

    /// Returns the comparison of two items by the places that are known now.
    private func comparison(in table: RegisterTable) -> (UInt32, UInt32) -> Bool {
        let (placeWrites, isBySpace) = (placeWrites, isBySpace)
        return { left, right in
            Self.withBytes(ofRow: left, placeWrites, bySpace: isBySpace, table) { first in
                Self.withBytes(ofRow: right, placeWrites, bySpace: isBySpace, table) { second in
                    Self.isBefore(first, table.rows[Int(left)].entity, second, table.rows[Int(right)].entity)
                }
            }
        }
    }

    /// Compares places, as `PlaceKey.isBefore` compares keys: by the bytes of the keys, ties by item id.
    static func isBefore(
        _ first: UnsafeRawBufferPointer,
        _ firstID: EntityID,
        _ second: UnsafeRawBufferPointer,
        _ secondID: EntityID
    ) -> Bool {
        for index in 0..<min(first.count, second.count) where first[index] != second[index] {
            return first[index] < second[index]
        }
        return first.count == second.count ? firstID < secondID : first.count < second.count
    }

    /// Lends the bytes by which an item of the order is compared: its key, after its space if the order is by space.
    func withBytes<Result>(
        ofRow row: UInt32,
        in table: RegisterTable,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        Self.withBytes(ofRow: row, placeWrites, bySpace: isBySpace, table, body)
    }

    /// Lends the bytes of a place; an item without one is in no section, below nothing, and its key is empty.
    private static func withBytes<Result>(
        ofRow row: UInt32,
        _ placeWrites: [UInt32],
        bySpace isBySpace: Bool,
        _ table: RegisterTable,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let number = placeWrites[Int(row)]
        guard number != RegisterTable.noWrite else { return withBytesOfNoPlace(bySpace: isBySpace, body) }
        return table.withValue(of: table.writes[Int(number)]) { place in
            guard let shape = PlaceShape(place) else { return withBytesOfNoPlace(bySpace: isBySpace, body) }
            return body(isBySpace ? place : UnsafeRawBufferPointer(rebasing: place[shape.keyOffset...]))
        }
    }

    private static func withBytesOfNoPlace<Result>(
        bySpace isBySpace: Bool,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        // The flags of a place at top level.
        withUnsafeBytes(of: UInt8(0)) { body(UnsafeRawBufferPointer(rebasing: $0.prefix(isBySpace ? 1 : 0))) }
    }

    /// The first eight bytes as a number, which decides nearly every comparison without reading the place again.
    private func start(ofRow row: UInt32, in table: RegisterTable) -> UInt64 {
        withBytes(ofRow: row, in: table) { bytes in
            (0..<8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
        }
    }
}

/// Searching an order by space.
extension PlaceOrder {
    /// Returns the index of the first item whose place is not before some bytes and an id.
    func index(of bytes: [UInt8], _ entity: EntityID, in table: RegisterTable) -> SortedRows.Index {
        bytes.withUnsafeBytes { bytes in
            rows.firstIndex { row in
                withBytes(ofRow: row, in: table) { !Self.isBefore($0, table.rows[Int(row)].entity, bytes, entity) }
            }
        }
    }

    /// Returns the index of the first item behind those whose places begin with some bytes.
    func index(behind prefix: [UInt8], in table: RegisterTable) -> SortedRows.Index {
        prefix.withUnsafeBytes { prefix in
            rows.firstIndex { row in
                withBytes(ofRow: row, in: table) { bytes in
                    !bytes.starts(with: prefix) && !Self.isBefore(bytes, .root, prefix, .root)
                }
            }
        }
    }

    /// The space in the place of an item.
    func space(of row: UInt32, in table: RegisterTable) -> PlaceSpace? {
        withBytes(ofRow: row, in: table) { try? Place(decoding: Array($0)) }.map { PlaceSpace($0) }
    }

    /// Whether the place of an item begins with some bytes.
    func hasPrefix(_ prefix: [UInt8], _ row: UInt32, in table: RegisterTable) -> Bool {
        withBytes(ofRow: row, in: table) { $0.starts(with: prefix) }
    }
}
