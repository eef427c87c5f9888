/// A command that every role gives: a row of the table.
struct AccessRow: Sendable {
    /// What is typed after `phlistctl`; see `AccessCell` for the words in capitals.
    let command: String
    let rule: AccessRule
    /// The list, or form, that is made for each cell.
    var list: AccessList?
    /// Commands of the owner before.
    var before: [String] = []
    /// Commands of whoever acts, where they take part, before anybody's role changes.
    var actorBefore: [String] = []
    /// Where the owner's device shows what was done; nil for what stays on the acting device.
    var evidence: AccessEvidence.Kind?
    /// What an output must have in it, or the thing was not shown.
    var shows: String?
    /// What is typed into the command.
    var input = ""
    /// Whether it is about a list as a whole, so that no two commands can share one.
    var isWhole = false
    /// Whether phlistctl first looks for the list, which tells nobody more than that it is not there.
    var looksFirst = false
    /// Whether it only looks.
    var isRead: Bool { [.read, .browse, .complete, .work].contains(rule) }
    /// Whether the owner and the participant gave bread other titles, neither knowing of the other.
    var isWrittenApart = false
}

/// What a list is like before a cell is run: bread and milk are open, eggs are done, tea stands in the section Dairy.
enum AccessList: String, Hashable, Sendable {
    /// Shared with the participant and the house, and with whom the role says. Items may be removed.
    case people
    /// The same; items are cancelled, not removed.
    case cancelOnly
    /// Everybody's; items may be removed.
    case everybodys
    /// Everybody's; items are cancelled, not removed.
    case everybodysCancelOnly
    /// A form with one record, shared like the first.
    case form

    /// Whether the whole household sees it.
    var isEverybodys: Bool { self == .everybodys || self == .everybodysCancelOnly }

    /// Whether items may be removed.
    var allowsRemoval: Bool { self != .cancelOnly && self != .everybodysCancelOnly }

    /// What the table calls it.
    var heading: String {
        switch self {
        case .people: "shared with single people"
        case .cancelOnly: "the same, cancel-only"
        case .everybodys: "everybody's"
        case .everybodysCancelOnly: "everybody's, cancel-only"
        case .form: "a form, shared with single people"
        }
    }
}

extension AccessRow {
    /// All of them, in the order in which each role gives them.
    static let all: [(title: String, rows: [AccessRow])] = [
        ("Looking", looking), ("Changing what is in a list", editing), ("Removing", removing),
        ("Who sees a list", sharing), ("Making lists of one's own", making), ("Forms", forms),
        ("People and devices", household), ("This machine", machine),
    ]

    private static let looking = [
        AccessRow(command: "list show LIST", rule: .read, list: .people),
        AccessRow(command: "list ls LIST", rule: .read, list: .people),
        AccessRow(command: "ls LIST", rule: .read, list: .people, shows: "bread"),
        AccessRow(command: "show BREAD", rule: .read, list: .people),
        AccessRow(command: "section ls LIST", rule: .read, list: .people, shows: "Dairy"),
        AccessRow(command: "members LIST", rule: .read, list: .people),
        AccessRow(command: "history LIST", rule: .read, list: .people),
        AccessRow(command: "stats LIST", rule: .read, list: .people, shows: " open, "),
        AccessRow(command: "conflicts LIST", rule: .read, list: .people),
        AccessRow(command: "trash LIST", rule: .read, list: .people, before: ["rm MILK"], shows: "milk-NUMBER"),
        AccessRow(command: "export LIST --format json", rule: .read, list: .people, shows: "bread"),
        AccessRow(
            command: "photo save BREAD TAG.jpg",
            rule: .read,
            list: .people,
            before: ["photo set BREAD cow.jpg"]
        ),
        AccessRow(command: "ls", rule: .work, list: .people, shows: "LIST"),
        AccessRow(command: "list ls", rule: .browse, list: .people, shows: "LIST"),
        AccessRow(command: "filter ls", rule: .ask),
        AccessRow(
            command: "due",
            rule: .work,
            list: .people,
            before: ["edit BREAD --due 2020-01-01"],
            shows: "LIST"
        ),
        AccessRow(
            command: "notify -n",
            rule: .work,
            list: .people,
            before: ["edit BREAD --remind 20300101T090000"],
            shows: "LIST"
        ),
        AccessRow(command: "find TAG", rule: .browse, list: .people, before: ["add LIST TAG"], shows: "LIST"),
        AccessRow(
            command: "trash",
            rule: .browse,
            list: .people,
            before: ["add LIST TAG", "rm LIST/TAG"],
            shows: "TAG"
        ),
        AccessRow(command: "history -N 5000", rule: .browse, list: .people, shows: "LIST"),
        AccessRow(command: "complete lists LIST", rule: .complete, list: .people, shows: "LIST"),
        AccessRow(command: "ls LIST", rule: .read, list: .everybodys, shows: "bread"),
    ]

    private static let editing = [
        AccessRow(command: "add LIST lamp-NUMBER", rule: .edit, list: .people, evidence: .list),
        AccessRow(command: "done BREAD", rule: .edit, list: .people, evidence: .list),
        AccessRow(command: "undone EGGS", rule: .edit, list: .people, evidence: .list),
        AccessRow(command: "cancel BREAD", rule: .edit, list: .people, evidence: .list),
        AccessRow(command: "edit BREAD --title rye-NUMBER", rule: .edit, list: .people, evidence: .list),
        AccessRow(
            command: "skip BREAD",
            rule: .edit,
            list: .people,
            before: ["edit BREAD --every week"],
            evidence: .list
        ),
        AccessRow(command: "merge MILK BREAD", rule: .edit, list: .people, evidence: .list, isWhole: true),
        AccessRow(command: "mv MILK --top", rule: .edit, list: .people, evidence: .list),
        AccessRow(command: "mv MILK DAIRY", rule: .edit, list: .people, evidence: .list),
        AccessRow(command: "photo set BREAD cow.jpg", rule: .edit, list: .people, evidence: .list),
        AccessRow(
            command: "photo rm BREAD",
            rule: .edit,
            list: .people,
            before: ["photo set BREAD cow.jpg"],
            evidence: .list
        ),
        AccessRow(
            command: "resolve BREAD title rye-NUMBER",
            rule: .edit,
            list: .people,
            evidence: .list,
            isWrittenApart: true
        ),
        AccessRow(command: "section add LIST Fruit-NUMBER", rule: .edit, list: .people, evidence: .sections),
        AccessRow(command: "section rename DAIRY Milk-NUMBER", rule: .edit, list: .people, evidence: .sections),
        AccessRow(
            command: "section mv DAIRY --bottom",
            rule: .edit,
            list: .people,
            before: ["section add LIST Fruit-NUMBER"],
            evidence: .sections,
            isWhole: true
        ),
        AccessRow(command: "section rm DAIRY", rule: .edit, list: .people, evidence: .sections),
        AccessRow(command: "list rename LIST TAG", rule: .edit, list: .people, evidence: .list, isWhole: true),
        AccessRow(
            command: "list edit LIST --desc words --due 2030-01-01",
            rule: .edit,
            list: .people,
            evidence: .list,
            isWhole: true
        ),
        AccessRow(command: "list view LIST --sort name", rule: .edit, list: .people, evidence: .list, isWhole: true),
        AccessRow(command: "list done LIST", rule: .edit, list: .people, evidence: .list, isWhole: true),
        AccessRow(command: "list cancel LIST", rule: .edit, list: .people, evidence: .list, isWhole: true),
        AccessRow(
            command: "list reopen LIST",
            rule: .edit,
            list: .people,
            before: ["list done LIST"],
            evidence: .list,
            isWhole: true
        ),
        AccessRow(
            command: "import rope.json --into LIST",
            rule: .edit,
            list: .people,
            evidence: .list,
            isWhole: true
        ),
        AccessRow(
            command: "undo LIST",
            rule: .edit,
            list: .people,
            actorBefore: ["add LIST lamp-NUMBER"],
            evidence: .list,
            isWhole: true
        ),
        AccessRow(
            command: "redo LIST",
            rule: .edit,
            list: .people,
            actorBefore: ["add LIST lamp-NUMBER", "undo LIST"],
            evidence: .list,
            isWhole: true
        ),
        AccessRow(command: "add LIST lamp-NUMBER", rule: .edit, list: .everybodys, evidence: .list),
        AccessRow(command: "done BREAD", rule: .edit, list: .everybodys, evidence: .list),
    ]
}
