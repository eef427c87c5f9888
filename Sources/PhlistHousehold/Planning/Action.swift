import OrderedCollections
package import PhlistModel

/// The writes of one command while it is being planned; undone together, in however many lists.
package struct Action {
    package let caller: Principal
    /// The member who acts.
    package let member: MemberID
    /// Whether the action makes the member.
    package let isNewMember: Bool
    /// The number by which undo identifies the action.
    package let group: UInt64
    private var opsByScope: OrderedDictionary<ScopeID, [Op]> = [:]
    /// Facts for this device alone, recorded with the action.
    package internal(set) var facts: [LocalFact] = []
    /// Whether the action is an undo or redo.
    var isTakingBack = false
    /// The items that the action taken back had brought back from the trash, by list.
    var broughtBack: [ScopeID: Set<EntityID>] = [:]
    package internal(set) var outcome = Outcome()

    init(of caller: Principal, as member: MemberID, isNewMember: Bool, group: UInt64) {
        self.caller = caller
        self.member = member
        self.isNewMember = isNewMember
        self.group = group
    }

    /// The ops by list, in the order in which the action first wrote to each list.
    package var parts: [(scope: ScopeID, ops: [Op])] {
        opsByScope.map { ($0.key, $0.value) }
    }

    package var isEmpty: Bool {
        opsByScope.isEmpty && facts.isEmpty
    }

    /// Whether a fact is kept for the member, who must then exist.
    package var keepsForMember: Bool {
        facts.contains { if case .savedFilter = $0 { true } else { false } }
    }

    /// Adds ops, possibly none.
    mutating func add(_ ops: [Op], in scope: ScopeID) {
        if !ops.isEmpty {
            opsByScope[scope, default: []] += ops
        }
    }

    /// Adds ops that change an entity, and reports it as changed; without ops as unchanged.
    mutating func change(_ entity: EntityID, in scope: ScopeID, by ops: [Op]) {
        let reference = EntityReference(scope: scope, entity: entity)
        if ops.isEmpty {
            outcome.unchanged.append(reference)
        } else {
            outcome.changed.append(reference)
        }
        add(ops, in: scope)
    }

    /// Adds writes to fields of an entity, and reports it as changed; without fields as unchanged.
    mutating func write(_ fields: [FieldWrite], to entity: EntityID, in scope: ScopeID) {
        change(entity, in: scope, by: Op.writes(fields, to: entity))
    }
}
