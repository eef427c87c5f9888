extension ScopeState {
    /// Whether a device for which something is so has made an entity before an act: one who has the list, since an
    /// answer to an invitation, which needs no list, makes nothing.
    package func isMade(before act: Act, by isSo: (DeviceID) -> Bool) -> Bool {
        let chains = ledger.chains.map { isSo($0.device) }
        return chains.contains(true)
            && table.rows.contains { row in
                let making = Int(row.created)
                return row.entity != .root && chains[Int(ledger.batches[making].chain)] && ledger.act(of: making) < act
            }
    }

    /// Every value of a field that nothing has superseded, of whatever entity, with the time of its write.
    package func currentValues(of field: FieldID) -> [(stamp: Stamp, value: [UInt8])] {
        guard let number = table.fieldNumbers[field] else { return [] }
        return table.writes.lazy.filter { $0.isCurrent && $0.field == number }
            .map { (stamp: ledger.batches[Int($0.batch)].stamp, value: table.value(of: $0)) }
    }

    /// Whether the newest batch may have changed the values of a field that nothing has superseded.
    package func newestBatchChanged(_ field: FieldID) -> Bool {
        guard let number = table.fieldNumbers[field], let batch = ledger.batches.last else { return false }
        let purge = table.fieldNumbers[.purge]
        return table.writes[Int(batch.firstWrite)...].contains { $0.field == number || $0.field == purge }
    }

    /// The value of a field that everybody shows; nil when there is none.
    package func shown(_ field: FieldID, of entity: EntityID) -> Sibling? {
        table.row(of: entity).flatMap { table.shown(field, of: $0, in: ledger) }.map { table.sibling($0, in: ledger) }
    }
}
