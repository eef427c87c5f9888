/// What a purge must not take along: what somebody wrote meanwhile.
extension ScopeState {
    /// The ops that make whole again what a purge has left in pieces.
    ///
    /// A purge drops what its author knew; of an entity that was edited meanwhile only the edit is left. The device
    /// that made the edit writes again what the purge has dropped, in a batch that knows of it. Whether it has to can
    /// be seen from the state at any time, also after a crash.
    ///
    /// - Parameter device: This device.
    /// - Returns: The ops, entity by entity; none when nothing is in pieces, or another device is to see to it.
    package func rewrites(on device: DeviceID) -> [Op] {
        torn.filter { isEdited($0, on: device) }
            .map { (table.rows[$0].entity, dropped(from: $0)) }
            .filter { !$0.1.isEmpty }
            .sorted { $0.0 < $1.0 }
            .flatMap { Op.writes($0.1 + [FieldWrite(.life, Life.alive)], to: $0.0) }
    }

    /// Whether an entity is there because this device says so.
    private func isEdited(_ row: Int, on device: DeviceID) -> Bool {
        table.currentWrites(of: row).contains { write in
            table.field(of: write) == .life && table.value(of: write) == [Life.alive.rawValue]
                && ledger.device(of: Int(write.batch)) == device
        }
    }

    /// What was shown of the fields that have no value since the purge.
    private func dropped(from row: Int) -> [FieldWrite] {
        let current = Set(table.currentWrites(of: row).map(\.field))
        let marks = Set(table.purges[row] ?? [])
        var shown: [FieldID: [Sibling]] = [:]
        for write in table.writes where Int(write.row) == row && !write.isCurrent && marks.contains(write.link) {
            guard !current.contains(write.field), table.field(of: write) != .purge else { continue }
            shown[table.field(of: write), default: []].append(table.sibling(write, in: ledger))
        }
        return shown.sorted { $0.key < $1.key }.flatMap { field, siblings in
            let values = field.mergeClass == .set ? siblings : siblings.shown.map { [$0] } ?? []
            return values.map { FieldWrite(field, $0.value) }
        }
    }
}
