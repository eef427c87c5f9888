import PhlistVocabulary

/// The open items of a list that have a due date, by date.
struct DueOrder: Sendable {
    private(set) var rows = SortedRows()
    private(set) var dates: [UInt32: CivilDate] = [:]

    /// Orders the given rows of a table.
    init(_ items: [UInt32], of table: RegisterTable, in ledger: Ledger) {
        for row in items {
            dates[row] = Self.date(ofRow: row, in: table, ledger)
        }
        let dates = dates
        rows = SortedRows(sorted: dates.keys.sorted { Self.isBefore($0, $1, dates) })
    }

    /// Updates the order after a row has changed.
    mutating func refresh(_ row: UInt32, isIn: Bool, in table: RegisterTable, _ ledger: Ledger) {
        let new = isIn ? Self.date(ofRow: row, in: table, ledger) : nil
        guard dates[row] != new else { return }
        if dates[row] != nil {
            let dates = dates
            rows.remove(row) { Self.isBefore($0, $1, dates) }
        }
        dates[row] = new
        if new != nil {
            let dates = dates
            rows.insert(row) { Self.isBefore($0, $1, dates) }
        }
    }

    private static func date(ofRow row: UInt32, in table: RegisterTable, _ ledger: Ledger) -> CivilDate? {
        table.withShown(.due, ofRow: Int(row), in: ledger) { CivilDate(decoding: $0) } ?? nil
    }

    private static func isBefore(_ left: UInt32, _ right: UInt32, _ dates: [UInt32: CivilDate]) -> Bool {
        guard let first = dates[left], let second = dates[right], first != second else { return left < right }
        return first.deadline < second.deadline
    }
}
