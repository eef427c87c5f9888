import PhlistModel

/// User commands: each is planned as one action, which is then made durable or only previewed.
extension Replica {
    mutating func perform(_ command: Command, id: CommandID, now: Now) {
        do throws(CommandError) {
            switch command {
            case .user(let intent, let caller, let options):
                try perform(intent, caller, options, id: id, now: now)
            case .admitDevice(let request, let role, let use):
                try change(id: id, now: now) { planner throws(CommandError) in
                    try planner.admit(request, as: role, for: use)
                }
            case .goOnAlone:
                try change(id: id, now: now) { planner throws(CommandError) in try planner.goOnAlone() }
            case .reformHousehold(let isForced):
                try change(id: id, now: now) { planner throws(CommandError) in try planner.reform(isForced: isForced) }
            case .noteDevicesSeen:
                try change(id: id, now: now) { planner in planner.noteDevicesSeen() }
            case .joinHousehold(let welcome, let request, let shareLists, let endpoint):
                try change(id: id, now: now) { planner throws(CommandError) in
                    try planner.join(welcome, with: request, shareLists: shareLists, at: endpoint)
                }
            case .recordPairingAttempt(let expiresAt, let used):
                append([.local(.pairingAttempt(expiresAt: expiresAt, used: used))], reply: (id, .done))
            case .restoreBackup(let backup):
                try change(id: id, now: now) { planner throws(CommandError) in try planner.restore(backup) }
            case .giveUp(let request, let caller):
                try giveUp(request, for: caller, id: id, now: now)
            case .synchronize:
                perform(exchange.askAll(access))
                redialAll()
                effects.append(.reply(id, .success(.done)))
            }
        } catch {
            effects.append(.reply(id, .failure(error)))
        }
    }

    private mutating func perform(
        _ command: UserCommand,
        _ caller: Principal,
        _ options: CommandOptions,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        guard !mustWait(command, caller, options) else {
            return appends.wait(.user(command, caller, options), id: id)
        }
        if let key = options.request, let outcome = try library.requests.outcome(of: key, of: caller.uid, at: now.wall)
        {
            effects.append(.reply(id, .success(.acted(outcome, preview: [:]))))
            return
        }
        let action = try plan(command, for: caller)
        if options.isDryRun {
            effects.append(.reply(id, .success(.acted(action.outcome, preview: preview(of: action, now: now)))))
        } else {
            commit(action, options.request, id: id, now: now)
        }
    }

    private mutating func plan(_ command: UserCommand, for caller: Principal) throws(CommandError) -> Action {
        var planner = planner
        defer { random = planner.random }
        return try planner.plan(command, for: caller)
    }

    /// A planner on the current state.
    var planner: Planner {
        let placeWriter = UInt32(truncatingIfNeeded: exchange.runNonce >> 40)
        let isDamaged = repair.isDamaged(in: library)
        return Planner(library, random: random, placeWriter: placeWriter, isDamaged: isDamaged, isOut: isOut)
    }

    /// Whether the effect of a command depends on entries in flight.
    private func mustWait(_ command: UserCommand, _ caller: Principal, _ options: CommandOptions) -> Bool {
        switch command {
        // An op written now would be left behind in the former household.
        case _ where appends.isMoving: true
        case .undo where hasDrafts, .redo where hasDrafts: true
        // An answer refers to a word that must be durable.
        case .sharing(.answer) where hasDrafts, .sharing(.leave) where hasDrafts: true
        case .items(let command) where hasDrafts && command.looksAtActions: true
        default: options.request.map { library.isInFlight($0, of: caller.uid) } ?? false
        }
    }

    private var hasDrafts: Bool {
        library.scopes.values.contains { $0.draft != nil }
    }

    /// Performs the waiting commands in the order in which they came.
    mutating func performWaitingCommands(now: Now) {
        // A command that does nothing must not leave the next one waiting.
        while let (id, command) = appends.takeWaiting() { perform(command, id: id, now: now) }
    }

    private mutating func commit(_ action: Action, _ key: RequestKey?, id: CommandID, now: Now) {
        let result = CommandResult.acted(action.outcome, preview: [:])
        // Everything on which the reply may rest must be durable.
        if action.isEmpty, key == nil, appends.isEmpty {
            effects.append(.reply(id, .success(result)))
            return
        }
        var entries: [LogEntry] = []
        if action.isNewMember, !action.parts.isEmpty {
            entries += becomeMember(action.member, for: action.caller, now: now)
        }
        for (scope, ops) in action.parts {
            entries += mint(ops, in: scope, by: action.member, group: action.group, now: now)
        }
        entries += action.facts.map(LogEntry.local)
        if let key {
            entries.append(.local(library.requestFact(key, of: action, after: entries, now: now)))
        }
        append(entries, reply: (id, result))
    }

    /// Returns the drafts that the action would create.
    private func preview(of action: Action, now: Now) -> [ScopeID: ScopeDraft] {
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
