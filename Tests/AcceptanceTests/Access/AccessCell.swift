/// One command in one role, with names of its own.
struct AccessCell: Hashable, Sendable {
    /// The row, counted through all parts of the table.
    let number: Int
    let role: AccessRole

    /// All rows, as they are counted.
    static let rows = AccessRow.all.flatMap(\.rows)

    /// The cells of some roles, in the order in which each role comes to them.
    static func all(_ roles: [AccessRole]) -> [AccessCell] {
        rows.indices.flatMap { number in roles.map { AccessCell(number: number, role: $0) } }
    }

    var row: AccessRow { Self.rows[number] }

    /// What tells the items, sections and records of the cell from those of others in the same list.
    var mark: String { String(number + 100) }
    private var name: String { "\(role.rawValue)-\(mark)" }
    /// A word that nothing else has.
    var tag: String { "tag-\(name)" }
    /// A person who is made for the cell.
    var person: String { "person-\(name)" }
    /// The title of the list, or form: that of the role, or one that the cell has for itself.
    var list: String {
        let shared = "\(role.rawValue)-\(row.list?.rawValue ?? "")"
        return hasOwnList ? name : row.isWhole ? "\(shared)-kept" : shared
    }

    /// Whether the cell may change a list as a whole; what is refused must leave that of all as it is.
    private var hasOwnList: Bool {
        row.isWhole && (expected.isDone || !preparations.isEmpty)
    }

    /// What is done before; nothing where no list may be seen.
    private var preparations: [String] {
        row.isWhole && expected == .notFound ? [] : row.before + row.actorBefore
    }

    /// What the owner does before.
    var before: [String] { preparations.isEmpty ? [] : row.before }
    /// What the one who acts has done before.
    var actorBefore: [String] { preparations.isEmpty ? [] : row.actorBefore }

    /// What must come of it, by the design.
    var expected: AccessOutcome { row.rule.expected(role, in: row.list, looksFirst: row.looksFirst) }

    /// The words of a command, with the names of this cell.
    func words(_ command: String) -> [String] {
        let names = [
            ("BREAD", "LIST/bread-NUMBER"), ("MILK", "LIST/milk-NUMBER"), ("EGGS", "LIST/eggs-NUMBER"),
            ("DAIRY", "LIST/Dairy-NUMBER"), ("KEY", "kNUMBER"), ("LIST", list), ("TAG", tag), ("PERSON", person),
            ("NUMBER", mark),
        ]
        let text = names.reduce(command) { $0.replacing($1.0, with: $1.1) }
        return text.split(separator: " ").map(String.init)
    }
}
