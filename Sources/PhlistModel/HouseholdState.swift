/// The household: its name, its members, and the devices that are in; the fold of the household scope's batches.
package struct HouseholdState: Sendable {
    package let scope: ScopeID
    package private(set) var table = RegisterTable<EntityID>()
    package private(set) var members = RegisterTable<MemberID>()
    package private(set) var roster = Roster()

    /// Creates the state of a scope without batches.
    package init(scope: ScopeID) {
        self.scope = scope
    }

    package var name: String {
        table.entries[.root]?.text(.title) ?? ""
    }

    package var discoveryKey: [UInt8]? {
        table.entries[.root]?.shown(.discoveryKey)?.value
    }

    package var digest: UInt128 {
        table.digest &+ members.digest
    }

    package func memberName(_ member: MemberID) -> String? {
        members.entries[member]?.text(.title)
    }

    mutating func apply(_ op: Op, dot: Dot, act: Act, knowing context: Context) {
        switch op {
        case .write(let entity, let fields):
            table.apply(fields, to: entity, dot: dot, act: act, knowing: context)
        case .writeMember(let member, let fields):
            members.apply(fields, to: member, dot: dot, act: act, knowing: context)
        case .found(let founding):
            // The household's id is the hash of the founding: nobody else can claim it.
            if founding.scope == scope, founding.device == act.device {
                roster.found(founding, dot: dot)
            }
        case .admit(let admission):
            roster.admit(admission, by: act.device, dot: dot, knowing: context)
        case .originate:
            break
        }
    }
}
