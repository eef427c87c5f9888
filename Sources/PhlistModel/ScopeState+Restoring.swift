/// What makes one state show what another one shows.
extension ScopeState {
    /// The ops after which a state of the same scope shows what this one does.
    ///
    /// What was written on several devices at once, each without knowing of the other, shows one of the values. Whoever
    /// writes the same history again on one device gets another one at times: the last.
    ///
    /// - Parameter other: The state that shall show the same; it has nothing that this one has never had.
    /// - Returns: The ops; none when it shows the same already.
    package func ops(toBeShownBy other: ScopeState) -> [Op] {
        Array(table.entities).sorted().flatMap { entity -> [Op] in
            guard let entry = entry(of: entity) else { return [] }
            let rival = other.entry(of: entity)
            var writes = entry.fields.filter { $0 != .life }.flatMap { field in
                field.mergeClass == .set
                    ? Self.elements(of: field, in: entry, unlike: rival)
                    : Self.value(of: field, in: entry, unlike: rival)
            }
            if let life = life(of: entity), life != other.life(of: entity), entry.shown(.life) != nil {
                writes.append(FieldWrite(.life, life))
            }
            return Op.writes(writes, to: entity)
        }
    }

    private static func value(of field: FieldID, in entry: RegisterEntry, unlike rival: RegisterEntry?) -> [FieldWrite]
    {
        guard let shown = entry.shown(field), shown.value != rival?.shown(field)?.value else { return [] }
        return [FieldWrite(field, shown.value)]
    }

    private static func elements(
        of field: FieldID,
        in entry: RegisterEntry,
        unlike rival: RegisterEntry?
    ) -> [FieldWrite] {
        let (wanted, there) = (entry.elements(field), rival?.elements(field) ?? [])
        return wanted.subtracting(there).sorted().map { FieldWrite.insert($0, into: field) }
            + there.subtracting(wanted).sorted().map { FieldWrite.remove($0, from: field) }
    }
}
