import PhlistControl
import PhlistModel
import PhlistSync

/// The calls about members and about the caller's identity.
extension DaemonService {
    func registerMembers(in table: inout ControlTable) {
        table.on(MembersQuery.self) { await host.members($0, $1) }
        table.on(AddMemberRequest.self) { call, asker throws(ControlError) in
            try await host.addMember(call, asker)
        }
        table.on(ChangeMemberRequest.self) { call, asker throws(ControlError) in
            try await host.changeMember(call, asker)
        }
        table.on(ActAsMemberRequest.self) { call, asker throws(ControlError) in
            try await host.act(call, asker)
        }
    }
}

extension ReplicaHost {
    /// Refuses a reader who wants to act as a member that does not exist or that they may not be.
    func checkReader(_ asker: Asker) throws(ControlError) {
        _ = try explaining { () throws(CommandError) in try replica.library.actingMember(of: asker.principal) }
    }

    func members(_ query: MembersQuery, _ asker: Asker) -> MembersReply {
        let members = (replica.library.household?.everybody ?? [])
            .filter { query.all ?? false || !$0.isRemoved }
            .map { (member: $0, name: fold($0.name)) }
            .sorted { ($0.name, $0.member.id) < ($1.name, $1.member.id) }
        return MembersReply(
            members: members.map { view($0.member, for: asker.principal) },
            caller: caller(asker.principal)
        )
    }

    private func caller(_ caller: Principal) -> CallerView {
        CallerView(
            login: caller.name,
            member: replica.library.member(of: caller).flatMap {
                $0 == .house ? "house" : replica.library.assigneeName($0)
            },
            isLoggedOut: replica.library.isLoggedOut(caller)
        )
    }

    func addMember(_ request: AddMemberRequest, _ asker: Asker) async throws(ControlError) -> MemberReply {
        let command = MemberCommand.add(name: request.name, email: request.email ?? "")
        return try memberReply(try await perform(.members(command), asker), asker)
    }

    func changeMember(_ request: ChangeMemberRequest, _ asker: Asker) async throws(ControlError) -> MemberReply {
        let change = MemberChange(name: request.name, email: request.email, isRemoved: request.isRemoved)
        return try memberReply(try await perform(.members(.change(request.member, change)), asker), asker)
    }

    private func memberReply(_ done: Done, _ asker: Asker) throws(ControlError) -> MemberReply {
        guard let member = member(of: done) else { throw .unexpected }
        return MemberReply(member: view(member, for: asker.principal), isChanged: !done.outcome.changed.isEmpty)
    }

    func act(_ request: ActAsMemberRequest, _ asker: Asker) async throws(ControlError) -> ActAsMemberReply {
        guard asker.principal.actsAs == nil else {
            throw ControlError(.usage, "who you are is about yourself, not about \"as\"")
        }
        let done = try await perform(.members(.act(as: request.member)), asker) { error in
            guard case .memberNotFound(let name) = error else { return nil }
            return ControlError(
                .personNotFound,
                "no member \"\(name)\"",
                hint: "make the member first: phlistctl member add \"\(name)\""
            )
        }
        var member = member(of: done).map { view($0, for: asker.principal) }
        member?.isMe = true
        return ActAsMemberReply(
            login: asker.principal.name,
            member: request.member == nil ? nil : member,
            isChanged: !done.outcome.changed.isEmpty
        )
    }

    /// Returns the member of an action.
    private func member(of done: Done) -> MemberState? {
        guard let reference = (done.outcome.changed + done.outcome.unchanged).first else { return nil }
        let household = replica.library.household(with: done.preview[reference.scope])
        return household?.everybody.first { EntityID($0.id) == reference.entity }
    }

    private func view(_ member: MemberState, for caller: Principal) -> MemberView {
        MemberView(
            id: member.id.description,
            name: member.name,
            email: member.email.isEmpty ? nil : member.email,
            isRemoved: member.isRemoved,
            isMe: replica.library.member(of: caller) == member.id,
            isListedHere: replica.library.household?.roster.devices[replica.device]?.members.contains(member.id)
                ?? false,
            conflicts: conflictViews(member.conflicts, in: nil)
        )
    }
}

/// Words for refusals about members.
extension ReplicaHost {
    func explainMember(_ error: CommandError) -> ControlError {
        let limit = PhlistModel.Limits.nameBytesMax
        return switch error {
        case .ambiguousMember(let name, let candidates):
            ambiguous("member", name, candidates.map { "\($0.description.shortened)  \(self.name(of: $0))" })
        case .emptyName: ControlError(.invalid, "the name is empty; it needs at least one character")
        case .nameTooLong(let bytes): ControlError(.invalid, "a name of \(bytes) bytes is too long; at most \(limit)")
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
        default: explainLogin(error)
        }
    }

    /// Words for refusals about logins on this machine.
    private func explainLogin(_ error: CommandError) -> ControlError {
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
                    + "phlistctl device share \"\(ownName)\" NAME"
            )
        case .deviceInUse(let members):
            ControlError(
                .notPermitted,
                "this device is used by \(members.map { name(of: $0) }.joined(separator: ", ")) already",
                hint: "join without --as: they come along under their names"
            )
        case .memberNotListed(let member):
            ControlError(
                .notPermitted,
                "\(name(of: member)) is not among the people of this device, which is for \(ownPeople)",
                hint: "on an admin device: phlistctl device share \"\(ownName)\" \"\(name(of: member))\""
            )
        case .memberInUse(let member):
            ControlError(
                .notPermitted,
                "somebody acts as \(name(of: member)) on this machine",
                hint: "that login first says otherwise: phlistctl member me NAME, or: phlistctl member me none"
            )
        case .memberOwnsLists(let member, let count):
            ControlError(
                .notPermitted,
                "\(name(of: member)) owns \(count == 1 ? "a private list" : "\(count) private lists")"
                    + " that nobody else in the household would see",
                hint: "share or remove what is private to them first"
            )
        default: .unexpected
        }
    }

    private var ownName: String { replica.library.deviceName(replica.device) ?? configuration.deviceName }

    /// The people of this device, in words.
    private var ownPeople: String {
        let people = replica.library.household?.roster.devices[replica.device]?.members ?? []
        return people.isEmpty ? "the house" : people.map { name(of: $0) }.joined(separator: ", ")
    }

    func name(of member: MemberID) -> String {
        replica.library.memberName(member) ?? "a member"
    }
}
