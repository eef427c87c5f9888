import OrderedCollections
import PhlistModel

/// What one command writes, while it is being planned: undone together, in however many lists it is.
struct Action {
    let caller: Principal
    /// Who acts.
    let member: MemberID
    /// Whether the member comes into being with the action.
    let isNewMember: Bool
    /// By which undo knows it.
    let group: UInt64
    private var opsByScope: OrderedDictionary<ScopeID, [Op]> = [:]
    /// What this device notes for itself along with it.
    var facts: [LocalFact] = []
    /// Whether it takes back what its member did before.
    var isTakingBack = false
    var outcome = Outcome()

    init(of caller: Principal, as member: MemberID, isNewMember: Bool, group: UInt64) {
        self.caller = caller
        self.member = member
        self.isNewMember = isNewMember
        self.group = group
    }

    /// The ops by list, in the order in which the action came to them.
    var parts: [(scope: ScopeID, ops: [Op])] {
        opsByScope.map { ($0.key, $0.value) }
    }

    var isEmpty: Bool {
        opsByScope.isEmpty && facts.isEmpty
    }

    /// Adds ops, which may be none.
    mutating func add(_ ops: [Op], in scope: ScopeID) {
        if !ops.isEmpty {
            opsByScope[scope, default: []] += ops
        }
    }

    /// Adds what changes an entity, and tells of it as changed; without ops as unchanged.
    mutating func change(_ entity: EntityID, in scope: ScopeID, by ops: [Op]) {
        let reference = EntityReference(scope: scope, entity: entity)
        if ops.isEmpty {
            outcome.unchanged.append(reference)
        } else {
            outcome.changed.append(reference)
        }
        add(ops, in: scope)
    }

    /// Adds the write of some fields of an entity, and tells of it as changed; without fields as unchanged.
    mutating func write(_ fields: [FieldWrite], to entity: EntityID, in scope: ScopeID) {
        change(entity, in: scope, by: Op.writes(fields, to: entity))
    }
}
