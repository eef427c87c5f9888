import PhlistHousehold
import PhlistModel

/// Commands of users become actions, and actions become entries.
extension Journal {
    /// Creates a planner on the current state.
    func planner(_ random: RandomSource, placeWriter: UInt32, now: Now) -> Planner {
        Planner(
            library,
            random: random,
            placeWriter: placeWriter,
            time: minter.nextStamp(at: now).milliseconds,
            isDamaged: repair.isDamaged(in: library),
            isOut: membership.isOut(library)
        )
    }

    /// Lends a copy of the state to a planner, and takes its random numbers back.
    func plan(
        _ command: UserCommand,
        for caller: Principal,
        placeWriter: UInt32,
        _ random: inout RandomSource,
        now: Now
    ) throws(CommandError) -> Action {
        var planner = planner(random, placeWriter: placeWriter, now: now)
        defer { random = planner.random }
        return try planner.plan(command, for: caller)
    }

    /// Whether the effect of a command depends on entries in flight.
    func mustWait(_ command: UserCommand, _ caller: Principal, _ options: CommandOptions) -> Bool {
        switch command {
        case .undo where hasDrafts, .redo where hasDrafts: true
        // An answer refers to a word that must be durable.
        case .sharing(.answer) where hasDrafts, .sharing(.leave) where hasDrafts: true
        case .items(let command) where hasDrafts && command.looksAtActions: true
        default: options.request.map { library.isInFlight($0, of: caller.uid) } ?? false
        }
    }

    private var hasDrafts: Bool {
        !library.draftedScopes.isEmpty
    }

    /// Makes the entries of an action, and of the request that asked for it.
    mutating func entries(of action: Action, _ key: RequestKey?, _ random: inout RandomSource, now: Now) -> [LogEntry] {
        var entries: [LogEntry] = []
        if action.isNewMember, !action.parts.isEmpty || action.keepsForMember {
            entries += becomeMember(action.member, for: action.caller, &random, now: now)
        }
        for (scope, ops) in action.parts {
            entries += mint(ops, in: scope, by: action.member, group: action.group, &random, now: now)
        }
        entries += action.facts.map(LogEntry.local)
        if let key {
            entries.append(.local(library.requestFact(key, of: action, after: entries, now: now)))
        }
        return entries
    }

    /// Makes the entries that make a caller a member under the login name.
    ///
    /// The house is the author, so that nobody can undo the membership.
    private mutating func becomeMember(
        _ member: MemberID,
        for caller: Principal,
        _ random: inout RandomSource,
        now: Now
    ) -> [LogEntry] {
        guard let householdID = library.householdID else { return [] }
        let ops = [Op.name(member, library.freeName(like: caller.name))] + library.listing(of: member)
        let binding = LogEntry.local(.binding(uid: caller.uid, member: member))
        return mint(ops, in: householdID, by: .house, &random, now: now) + [binding]
    }

    /// Returns the drafts that the action would create.
    func preview(of action: Action, now: Now) -> [ScopeID: ScopeDraft] {
        let act = Act(stamp: minter.nextStamp(at: now), by: action.member, device: device)
        var preview: [ScopeID: ScopeDraft] = [:]
        for (scope, ops) in action.parts {
            var draft = library.scopes[scope]?.draft ?? ScopeDraft()
            draft.anticipate(ops, upon: library.scopes[scope]?.state ?? ScopeState(.list, scope), act: act)
            preview[scope] = draft
        }
        return preview
    }
}

extension Op {
    /// Makes a member or renames one.
    static func name(_ member: MemberID, _ name: String) -> Op {
        .write(EntityID(member), FieldWrite.making(member, called: name))
    }
}
