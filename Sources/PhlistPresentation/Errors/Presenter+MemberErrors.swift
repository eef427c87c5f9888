package import PhlistControl
package import PhlistHousehold
package import PhlistModel

/// Words for refusals about members.
extension Presenter {
    func explain(_ error: MemberError) -> ControlError {
        switch error {
        case .notFound(let name):
            ControlError(.personNotFound, "no member \"\(name)\"", hint: "see all with: phlistctl member ls")
        case .ambiguous(let name, let candidates):
            ambiguous("member", name, candidates.map { "\($0.description.shortened)  \(self.name(of: $0))" })
        case .emptyName: ControlError(.invalid, "the name is empty; it needs at least one character")
        case .nameTooLong(let bytes):
            ControlError(.invalid, "a name of \(bytes) bytes is too long; at most \(PhlistModel.Limits.nameBytesMax)")
        case .badName(let name):
            ControlError(.invalid, "the name \"\(name)\" has a control character or more than one line")
        case .reservedName(let name):
            ControlError(.invalid, "\"\(name)\" cannot be a member's name: it has another meaning in commands")
        case .nameTaken(let name, let other):
            ControlError(
                .invalid,
                "the name \"\(name)\" is taken by \(self.name(of: other))",
                hint: "large and small letters, and accents, make no difference"
            )
        case .badEmail(let text):
            ControlError(.invalid, "\"\(text)\" is not an e-mail address", hint: "like ann@example.org")
        case .inUse(let member):
            ControlError(
                .notPermitted,
                "somebody acts as \(name(of: member)) on this machine",
                hint: "that login first says otherwise: phlistctl member me NAME, or: phlistctl member me none"
            )
        case .notListed(let member):
            ControlError(
                .notPermitted,
                "\(name(of: member)) is not among the people of this device, which is for \(ownPeople)",
                hint: "on an admin device: phlistctl device share \([ownName, name(of: member)].asArguments)"
            )
        case .namedAfterLogin(let member, let name):
            ControlError(
                .personNotFound,
                "no member \"\(name)\"; here you are \(self.name(of: member)), named after your login",
                hint: "if that is your name: phlistctl member rename \([self.name(of: member), name].asArguments); "
                    + "else: phlistctl member add \(name.asArgument)"
            )
        case .ownsLists(let member, let count):
            ControlError(
                .notPermitted,
                "\(name(of: member)) owns \(count == 1 ? "a private list" : "\(count) private lists")"
                    + " that nobody else in the household would see",
                hint: "share or remove what is private to them first"
            )
        }
    }

    func explain(_ error: LoginError) -> ControlError {
        switch error {
        case .nobodyActs:
            ControlError(
                .personNotFound,
                "nobody is logged in here, so nothing was changed",
                hint: "say who you are: phlistctl member me NAME"
            )
        case .severalPeople:
            ControlError(
                .personNotFound,
                "this device is not for you alone, so nothing was changed",
                hint: "say who you are: phlistctl member me NAME"
            )
        case .peopleUnknown:
            ControlError(
                .notPermitted,
                "the log is damaged, and has lost who uses this device, so that no list can be made",
                hint: "another device may give it back; if none can: phlistctl doctor --give-up"
            )
        case .privateListOfHouse:
            ControlError(
                .notPermitted,
                "this device is the house's, and a private list belongs to a person",
                hint: "make it for the household; or say who uses this device, on an admin device: "
                    + "phlistctl device share \(ownName.asArgument) NAME"
            )
        case .phoneOfNobody:
            ControlError(
                .notPermitted,
                "whose phone this is, is no member of the household",
                hint: "let the phone in again: phlistctl phone add NAME"
            )
        case .mayNotActAs(let name):
            ControlError(
                .notPermitted,
                "only the user that phlistd runs as, or root, may act as \(name)",
                hint: "say who you are with: phlistctl member me"
            )
        }
    }

    /// Returns words for a refusal of a caller who wants to act as a member.
    package func refusalToAct(_ error: CommandError) -> ControlError? {
        guard case .member(.notFound(let name)) = error else { return nil }
        return ControlError(
            .personNotFound,
            "no member \"\(name)\"",
            hint: "make the member first: phlistctl member add \(name.asArgument)"
        )
    }

    /// The name of this device.
    package var ownName: String { library.deviceName(library.device) ?? deviceName }

    /// The people of this device, in words.
    private var ownPeople: String {
        let people = library.household?.roster.devices[library.device]?.members ?? []
        let present = people.filter { library.household?.member($0)?.isRemoved == false }
        return present.isEmpty ? Self.house : present.map { name(of: $0) }.joined(separator: ", ")
    }

    package func name(of member: MemberID) -> String {
        library.memberName(member) ?? "a member"
    }
}
