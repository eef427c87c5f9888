/// The items of a list by place: by key, ties by item id.
struct PlaceOrder: Sendable {
    private(set) var rows = SortedRows()
    /// The write whose place the order uses, by row; `noWrite` if there is none.
    private var places: [UInt32]

    /// Orders the given rows of a table.
    init(_ items: [UInt32], of table: RegisterTable, in ledger: Ledger) {
        places = [UInt32](repeating: RegisterTable.noWrite, count: table.rows.count)
        let number = table.fieldNumbers[.place]
        var keyed: [(start: UInt64, row: UInt32)] = []
        keyed.reserveCapacity(items.count)
        for row in items {
            if let number {
                places[Int(row)] = table.shownNumber(ofField: number, ofRow: Int(row), in: ledger)
            }
            keyed.append((startOfKey(ofRow: row, in: table), row))
        }
        keyed.sort { $0.start == $1.start ? isBefore($0.row, $1.row, in: table) : $0.start < $1.start }
        rows = SortedRows(sorted: keyed.map(\.row))
    }

    /// Updates the order after a row has changed.
    mutating func refresh(_ row: UInt32, wasIn: Bool, isIn: Bool, in table: RegisterTable, _ ledger: Ledger) {
        places += repeatElement(RegisterTable.noWrite, count: table.rows.count - places.count)
        let place = table.fieldNumbers[.place].map { table.shownNumber(ofField: $0, ofRow: Int(row), in: ledger) }
        let new = isIn ? place ?? RegisterTable.noWrite : RegisterTable.noWrite
        guard wasIn != isIn || places[Int(row)] != new else { return }
        if wasIn {
            let places = places
            rows.remove(row) { Self.isBefore($0, $1, places, table) }
        }
        places[Int(row)] = new
        if isIn {
            let places = places
            rows.insert(row) { Self.isBefore($0, $1, places, table) }
        }
    }

    // MARK: Comparing

    /// Whether an item of the order comes before another one.
    func isBefore(_ left: UInt32, _ right: UInt32, in table: RegisterTable) -> Bool {
        Self.isBefore(left, right, places, table)
    }

    private static func isBefore(_ left: UInt32, _ right: UInt32, _ places: [UInt32], _ table: RegisterTable) -> Bool {
        withKey(ofRow: left, places, table) { first in
            withKey(ofRow: right, places, table) { second in
                PlaceOrder.isBefore(first, table.rows[Int(left)].entity, second, table.rows[Int(right)].entity)
            }
        }
    }

    /// Compares places: by the bytes of the keys, ties by item id.
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

    /// Lends the key of an item of the order; an empty one for an item without a place.
    func withKey<Result>(
        ofRow row: UInt32,
        in table: RegisterTable,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        Self.withKey(ofRow: row, places, table, body)
    }

    private static func withKey<Result>(
        ofRow row: UInt32,
        _ places: [UInt32],
        _ table: RegisterTable,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let number = places[Int(row)]
        guard number != RegisterTable.noWrite else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return table.withValue(of: table.writes[Int(number)]) { place in
            let keyOffset = PlaceShape(place)?.keyOffset ?? place.count
            return body(UnsafeRawBufferPointer(rebasing: place[keyOffset...]))
        }
    }

    /// The first eight bytes of a key as a number, which decides nearly every comparison without reading the key again.
    private func startOfKey(ofRow row: UInt32, in table: RegisterTable) -> UInt64 {
        withKey(ofRow: row, in: table) { key in
            (0..<8).reduce(0) { $0 << 8 | ($1 < key.count ? UInt64(key[$1]) : 0) }
        }
    }
}
