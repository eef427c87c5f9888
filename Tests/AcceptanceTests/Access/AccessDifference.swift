/// Something that the programs do and that is not meant: the table shows what they do, and says so below.
struct AccessDifference: Sendable {
    /// What is meant, and what is done.
    let text: String
    /// What comes of a cell; nil for one that this is not about.
    let outcome: @Sendable (AccessCell) -> AccessOutcome?

    /// All of them; the first one that a cell fits counts.
    static let all = [
        AccessDifference(text: "Everybody is meant to be able to leave a list of everybody's.") { cell in
            let isReader = AccessStanding(cell.role, in: cell.row.list) != .owner && cell.role != .removedAware
            let isMeant = cell.row.rule == .leave && cell.row.list == .everybodys && !cell.role.needsRoot
            return isMeant && isReader ? .no(.everybodys) : nil
        }
    ]
}
