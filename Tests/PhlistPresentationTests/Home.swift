import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistSync
import PhlistTestKit
import PhlistVocabulary

/// A household on one device, in memory: every append ends at once.
///
/// Ann and Ben are members, and the owner acts as Ann. "Groceries" has a section "Dairy", the items "Milk" and
/// "Bread", and "Old" in the trash; "Gift" is Ann's own list, and "Students" a form.
struct Home: ~Copyable {
    private(set) var replica: Replica
    private var commandCount: UInt64 = 0
    private var reply: Result<CommandResult, CommandError>?

    static let now = Now(monotonic: 0, wall: 1_800_000_000_000)
    static let owner = Principal(uid: 1000, name: "ann", isOwner: true)

    /// Creates the household.
    init() throws {
        let key = Array("key of laptop".utf8)
        replica = Replica(
            identity: .init(publicKey: key, deviceName: "laptop", build: "test"),
            authority: NoSignatures(),
            random: SeededRandom(seed: 1)
        )
        perform(replica.handle(.started, now: Self.now))
        try give(.members(.add(name: "Ann", email: "")))
        try give(.members(.add(name: "Ben", email: "")))
        try give(.members(.act(as: "Ann")))
        try give(.lists(.create(NewList(title: "Groceries"))))
        try give(.sections(.add(list: "Groceries", names: ["Dairy"])))
        let target = ItemTarget(list: "Groceries", under: nil, anchor: nil)
        try give(.items(.add(NewItems(target: target, titles: ["Milk", "Bread", "Old"], fields: ItemChange()))))
        try give(.items(.change(["Old"], ItemChange(isTrashed: true))))
        try give(.lists(.create(NewList(title: "Gift", isPrivate: true))))
        let fields = FormTemplate.student.fields
        try give(.forms(.create(NewForm(title: "Students", fields: fields, isForHousehold: false))))
    }

    /// Performs a command of the owner.
    @discardableResult
    mutating func give(_ command: UserCommand, isDryRun: Bool = false) throws -> Performed {
        commandCount += 1
        var options = CommandOptions()
        options.isDryRun = isDryRun
        let id = CommandID(rawValue: commandCount)
        perform(replica.handle(.command(id, .user(command, Self.owner, options)), now: Self.now))
        guard case .acted(let outcome, let preview)? = try reply?.get() else { throw NoReply() }
        return Performed(outcome, preview: preview, for: Self.owner)
    }

    struct NoReply: Error {}

    private mutating func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .append(let id, _): perform(replica.handle(.appended(id), now: Self.now))
            case .reply(_, let result): reply = result
            default: break
            }
        }
    }

    /// The presenter of this moment, with a day and no photos.
    func presenter(lastFailure: String? = nil) -> Presenter {
        Presenter(
            replica.library,
            deviceName: "laptop",
            stateDirectory: "/var/lib/phlist",
            lastFailure: lastFailure,
            time: Self.now.wall,
            localDay: { _ in CivilDate("2026-11-28") },
            whereabouts: { _ in .elsewhere([]) }
        )
    }
}

/// Signatures for a device without peers, which nobody verifies.
private struct NoSignatures: HeadAuthenticator {
    func sign(_ bytes: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 64) }
    func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool { true }
}
