/// Something that the programs do and that is not meant: the table shows what they do, and says so below.
struct AccessDifference: Sendable {
    /// What is meant, and what is done.
    let text: String
    /// What comes of a cell; nil for one that this is not about.
    let outcome: @Sendable (AccessCell) -> AccessOutcome?

    /// All of them; the first one that a cell fits counts.
    static let all = [
        AccessDifference(
            text: """
                A device that has heard of its removal is meant to keep its copies as they are. It goes on with \
                them, and with what it knows of the household; nothing of that reaches others.
                """,
            outcome: removed
        ),
        AccessDifference(text: "Everybody is meant to be able to leave a list of everybody's.") { cell in
            let isReader = AccessStanding(cell.role, in: cell.row.list) != .owner && cell.role != .otherLogin
            let isMeant = cell.row.rule == .leave && cell.row.list == .everybodys && cell.role != .serviceUser
            return isMeant && isReader ? .no(.everybodys) : nil
        },
        AccessDifference(text: "A login is meant to act only as somebody whom the device is for.") { cell in
            cell.row.rule == .beAnother && !cell.role.needsRoot ? .yes : nil
        },
        AccessDifference(text: "A device of the house is meant to make no private form.") { cell in
            cell.row.command.hasPrefix("form template") && cell.role == .house ? .yes : nil
        },
    ]

    private static func removed(_ cell: AccessCell) -> AccessOutcome? {
        guard cell.role == .removedAware else { return nil }
        return switch (cell.row.rule, cell.row.list) {
        case (.pair, _): .yes
        case (.reformByForce, _): .no(.admins)
        case (.addPerson, _), (.ownPerson, _), (.otherPerson, _), (.manage, _), (.admit, _): .withoutEffect
        case (.edit, _): .withoutEffect
        case (.policy, _): .no(.owners)
        case (.remove, let list?): list.allowsRemoval ? .withoutEffect : .no(.cancelOnly)
        case (.trash, let list?), (.purge, let list?), (.merge, let list?), (.removeList, let list?):
            list == .everybodys ? .withoutEffect : .no(.owners)
        case (.leave, .everybodys): .no(.everybodys)
        default: nil
        }
    }
}
