import PhlistModel
import PhlistVocabulary
import PhlistWitness

/// Testimony to the witness: every statement on its way to a disk, with the order that was being carried out.
extension Simulation {
    /// Reports the statements of a new batch to the witness.
    mutating func testify(_ name: BatchName, in scope: ScopeID, by node: SimulatedNode) {
        guard let annals = chronicle.annals[scope], let number = annals.numbers[name] else { return }
        let entry = annals.entries[number]
        if !isAllowed(entry, in: scope) {
            fail(.rights, "\(node.name) lets its user write \(name) in \(scope), which counts for nobody")
        }
        for blob in entry.ops.flatMap(\.photos) { photoScopes[blob, default: []].insert(scope) }
        for (index, op) in entry.ops.enumerated() {
            for statement in op.statements(in: scope, by: entry.batch.device) {
                let testimony = Testimony(
                    statement,
                    named: StatementName(batch: name, op: index),
                    by: entry.batch.header.by,
                    on: entry.batch.device,
                    batch: number,
                    known: entry.known
                )
                guard !witness.note(testimony, in: scope, because: currentOrder) else { continue }
                let asked = currentOrder.map { "\($0)" } ?? "nothing"
                fail(.orders, "\(node.name) says \(statement) in \(scope), asked for \(asked)")
            }
        }
    }
}

extension Op {
    /// The blobs of the photos in the op.
    fileprivate var photos: [BlobID] {
        guard case .write(_, let writes) = self else { return [] }
        return writes.filter { $0.field == .photo }.compactMap { PhotoReference(decoding: $0.value) }
            .flatMap { [$0.original, $0.thumbnail] }
    }

    /// Returns the op's statements on membership, or on who may see a list.
    func statements(in scope: ScopeID, by device: DeviceID) -> [Statement] {
        switch self {
        case .roster(let act): act.statement(in: scope, by: device).map { [$0] } ?? []
        case .originate(let origin): origin.scope == scope ? [.makes(owner: origin.owner, in: origin.household)] : []
        case .write(.root, let writes): writes.compactMap { SharingWord($0)?.statement }
        case .write, .purge: []
        }
    }
}

extension RosterAct {
    fileprivate func statement(in household: ScopeID, by author: DeviceID) -> Statement? {
        switch self {
        case .found(let founding):
            guard founding.scope == household, founding.device == author else { return nil }
            return .founds(continuing: founding.continued)
        case .admit(let admission):
            return .admits(admission.device, as: admission.role?.statementRole, people: admission.members)
        case .remove(let device): return .removes(device)
        case .assign(let device, let role): return .assigns(device, role.statementRole)
        case .rename(let device, _): return .renames(device)
        case .list(let people, let device): return .lists(people, on: device)
        case .rotate: return .replacesSecret
        }
    }
}

extension DeviceRole {
    var statementRole: Statement.Role {
        switch self {
        case .member: .member
        case .admin: .admin
        }
    }
}

extension SharingWord {
    fileprivate var statement: Statement {
        switch self {
        case .visibility(let visibility): .shows(toEverybody: visibility == .household)
        case .grant(let grant): grant.state == .invited ? .invites(grant.member) : .excludes(grant.member)
        case .answer(let answer):
            .answers(
                answer.member,
                to: StatementName(batch: answer.invitation.batch, op: answer.invitation.op),
                isYes: answer.state == .accepted
            )
        }
    }
}
