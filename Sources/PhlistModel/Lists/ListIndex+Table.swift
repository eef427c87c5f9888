/// Reads by the index of a list that do not create the entry of a row.
extension RegisterTable {
    /// The facts of a row; `roles` is indexed by field number.
    func facts(ofRow row: Int, _ roles: [EntityFacts.Role], in ledger: Ledger) -> EntityFacts {
        var facts = EntityFacts(of: rows[row].entity)
        if concurrentRows.contains(UInt32(row)) { facts.noteConcurrency() }
        var cursor = firstValue(of: row)
        while cursor != Self.noWrite {
            let write = writes[Int(cursor)]
            let (role, next) = (roles[Int(write.field)], value(behind: write))
            facts.noteValue()
            if next == Self.noWrite || writes[Int(next)].field != write.field {
                note(write, role, in: &facts)
                cursor = next
            } else {
                cursor = noteSiblings(of: row, from: cursor, role, in: &facts, ledger)
            }
        }
        if facts.wasConcurrent, EntityWrites(ofRow: row, in: self, ledger).isUnsettled(facts) { facts.noteUnsettled() }
        return facts
    }

    private func note(_ write: Write, _ role: EntityFacts.Role, in facts: inout EntityFacts) {
        switch role {
        case .none, .other: break
        case .life: withValue(of: write) { facts.noteLife($0) }
        case .kind, .state, .due, .percent, .place: withValue(of: write) { facts.note($0, as: role) }
        }
    }

    /// Records several values of one field, which are next to each other.
    ///
    /// - Returns: The value after them.
    private func noteSiblings(
        of row: Int,
        from first: UInt32,
        _ role: EntityFacts.Role,
        in facts: inout EntityFacts,
        _ ledger: Ledger
    ) -> UInt32 {
        let number = writes[Int(first)].field
        let field = fields[Int(number)]
        let shown = shownNumber(ofField: number, ofRow: row, in: ledger)
        var cursor = first
        while cursor != Self.noWrite, writes[Int(cursor)].field == number {
            let write = writes[Int(cursor)]
            if role == .life {
                note(write, role, in: &facts)
            } else if role.hasConflicts, cursor != shown, !isSame(write, writes[Int(shown)], field) {
                facts.noteConflict()
            }
            cursor = value(behind: write)
        }
        if role != .life {
            note(writes[Int(shown)], role, in: &facts)
        }
        return cursor
    }

    private func isSame(_ left: Write, _ right: Write, _ field: FieldID) -> Bool {
        withValue(of: left) { left in
            withValue(of: right) { right in field.isSame(left, right) }
        }
    }

    /// Lends the bytes that a row shows for a field.
    func withShown<Result>(
        _ field: FieldID,
        ofRow row: Int,
        in ledger: Ledger,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        shown(field, of: row, in: ledger).map { withValue(of: $0, body) }
    }

    /// Whether an element of a set matches.
    func containsElement(of field: FieldID, ofRow row: Int, where isMatch: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        guard let number = fieldNumbers[field] else { return false }
        var cursor = firstValue(of: row)
        while cursor != Self.noWrite, writes[Int(cursor)].field <= number {
            let write = writes[Int(cursor)]
            if write.field == number,
                withValue(of: write, { isMatch(UnsafeRawBufferPointer(rebasing: $0.dropFirst())) })
            {
                return true
            }
            cursor = value(behind: write)
        }
        return false
    }
}
