/// What came of a command, in the few words of the table.
enum AccessOutcome: Hashable, Sendable, CustomStringConvertible {
    /// It was done, and the owner's device shows it where it shows such things.
    case yes
    /// It was done before the device had heard of the change, and then taken by the others.
    case kept
    /// It was done before the device had heard of the change, and the others did not take it.
    case dropped
    /// It was done on the acting device, and the owner's device shows nothing of it.
    case withoutEffect
    case no(Reason)
    /// No such thing is there for the caller: not even its name is told.
    case notFound
    /// Left out where all such things are listed.
    case notShown
    /// What was printed when it is none of these.
    case unknown(String)

    /// Why a command is refused.
    enum Reason: String, CaseIterable, Sendable {
        case owners = "the owner's"
        case ended = "no longer shared"
        case cancelOnly = "cancel only"
        case ownList = "own list"
        case everybodys = "everybody's"
        case notInvited = "not invited"
        case nobody = "says not who"
        case house = "the house's"
        case anotherDaemon = "another's phlistd"
        case anotherLogins = "another login's"
        case notForThem = "not for them"
        case daemonsUser = "phlistd's user"
        case noAdmin = "no admin device"
        case admins = "admins are left"
        case otherDevices = "in a household"
        case hasLists = "has lists"
        case out = "removed"
        case files = "not readable"
        case nothingLost = "nothing is lost"
    }

    /// Words of refusals, and what they come to.
    private static let reasons: [(words: String, reason: Reason)] = [
        ("who alone can ", .owners), ("it is no longer shared with you", .ended),
        ("allows cancelling only", .cancelOnly), ("is your own list", .ownList),
        ("is seen by the whole household", .everybodys), ("no invitation to", .notInvited),
        ("this phlistd serves uid", .anotherDaemon), ("only the user that phlistd runs as, or root", .daemonsUser),
        ("this device is not an admin", .noAdmin), ("a private list belongs to a person", .house),
        ("this device is not for you alone", .nobody), ("is not among the people of this device", .notForThem),
        ("acts as ann on this machine", .anotherLogins), ("this device is in the household", .otherDevices),
        ("reform is not needed", .admins), ("nothing is missing", .nothingLost),
        ("a backup is only restored where there are none", .hasLists),
        ("this device is no longer part of the household", .out),
        ("cannot open", .files),
    ]

    /// Reads what a program printed when it ended.
    init(status: Int32, messages: String) {
        let words = messages.split(separator: "\n").first.map(String.init) ?? ""
        if status == 0 || Self.isNoRefusal(status, words) {
            self = .yes
        } else if let match = Self.reasons.first(where: { words.contains($0.words) }) {
            self = .no(match.reason)
        } else if words.contains(#/: no (list|item|form|member|conflict in) "/#) {
            self = .notFound
        } else {
            self = .unknown("\(status): \(words)")
        }
    }

    /// Whether a program was let do its work, and this did not come to what it should: a doctor that finds something,
    /// a device that joins where nobody is, a backup that phlistd has given and that is not whole.
    private static func isNoRefusal(_ status: Int32, _ words: String) -> Bool {
        status == 1 && words.isEmpty || words.contains("nothing listens there")
            || words.contains("cannot be restored")
    }

    /// Whether something was done.
    var isDone: Bool { [.yes, .kept, .dropped, .withoutEffect].contains(self) }

    var description: String {
        switch self {
        case .yes: "yes"
        case .kept: "yes, and kept"
        case .dropped: "yes, then dropped"
        case .withoutEffect: "yes, here alone"
        case .no(let reason): "no: \(reason.rawValue)"
        case .notFound: "not found"
        case .notShown: "not shown"
        case .unknown(let words): words.replacing("|", with: "/")
        }
    }
}
