import PhlistControl
import PhlistVocabulary

/// The person who uses this device, asked for on a terminal before it is in a household with others.
struct DeviceUser {
    private let context: Context

    init(_ context: Context) {
        self.context = context
    }

    /// Asks who uses this device; nil where somebody does who has said so, and for an empty answer.
    ///
    /// The first change on a device makes a member under the login name without a question, so that name is asked about
    /// once more.
    func ask() throws -> String? {
        try ask(context.ask(MembersQuery()))
    }

    private func ask(_ known: MembersReply) throws -> String? {
        let users = known.members.filter(\.isListedHere)
        guard users.isEmpty || users.map(\.name) == [known.caller.login] else { return nil }
        let usual: TerminalText = users.first.map { "\($0.name)" } ?? "the house"
        while true {
            try context.messages.write("Who uses this device? A name, or nothing for \(usual.string): ")
            let name = try context.input.readLine(sizeMax: Limits.answerSizeMax)?.trimmed ?? ""
            guard (try? PairingCode.parse(name)) == nil else {
                try context.messages.write("that is a code, which is asked for next\n")
                continue
            }
            return name.isEmpty ? nil : name
        }
    }

    /// Makes a first device somebody's before others join: later it would be the house's, which owns no private lists.
    func askIfFirst() throws {
        guard context.format == nil, context.input.isTerminal else { return }
        guard try context.ask(HouseholdQuery()).devices.count == 1 else { return }
        let known = try context.ask(MembersQuery())
        guard let name = try ask(known) else { return }
        if let user = known.members.first(where: \.isListedHere) {
            _ = try context.ask(ChangeMemberRequest(member: user.id, name: name))
        } else {
            _ = try context.ask(ActAsMemberRequest(member: name))
        }
        try context.note("this device is for \(name)")
    }
}
