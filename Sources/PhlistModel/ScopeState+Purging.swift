/// What a purge must not take along: what somebody wrote meanwhile.
extension ScopeState {
    /// The ops that make whole again what a purge has left in pieces.
    ///
    /// A purge drops what its author knew; of an entity that was edited meanwhile only the edit is left. The device
    /// that made the edit writes again what the purge has dropped, in a batch that knows of it. Whether it has to can
    /// be seen from the state at any time, also after a crash.
    ///
    /// - Parameter isOurs: Whether this device is to see to what these devices have edited.
    /// - Returns: The ops, entity by entity; none when nothing is in pieces, or another device is to see to it.
    package func rewrites(where isOurs: (_ editors: Set<DeviceID>) -> Bool) -> [Op] {
        // Asked behind every batch.
        guard !torn.isEmpty else { return [] }
        return torn.filter { isOurs(editors(of: $0)) }
            .map { (table.rows[$0].entity, dropped(from: $0)) }
            .filter { !$0.1.isEmpty }
            .sorted { $0.0 < $1.0 }
            .flatMap { Op.writes($0.1 + [FieldWrite(.life, Life.alive)], to: $0.0) }
    }

    /// The devices that say that an entity is there.
    private func editors(of row: Int) -> Set<DeviceID> {
        let alive = table.currentWrites(of: row).filter { write in
            table.field(of: write) == .life && table.value(of: write) == [Life.alive.rawValue]
        }
        return Set(alive.map { ledger.device(of: Int($0.batch)) })
    }

    /// What a purge has dropped and nothing has taken the place of: of a register what was shown, of a set all of it.
    func dropped(from row: Int) -> [FieldWrite] {
        let current = Dictionary(grouping: table.currentWrites(of: row)) { table.group(of: $0) }
        var lost: [FieldID: [Sibling]] = [:]
        for write in table.droppedWrites(of: row).map({ table.writes[Int($0)] }) {
            let field = table.field(of: write)
            let rivals = current[table.group(of: write)] ?? []
            let isThere = field.mergeClass == .set ? rivals.contains { isSameElement($0, write) } : !rivals.isEmpty
            if !isThere {
                lost[field, default: []].append(table.sibling(write, in: ledger))
            }
        }
        return lost.sorted { $0.key < $1.key }.flatMap { field, siblings in
            let values = field.mergeClass == .set ? siblings : siblings.shown.map { [$0] } ?? []
            return values.map { FieldWrite(field, $0.value) }
        }
    }

    private func isSameElement(_ left: RegisterTable.Write, _ right: RegisterTable.Write) -> Bool {
        table.value(of: left).dropFirst() == table.value(of: right).dropFirst()
    }
}
