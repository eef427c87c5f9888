import PhlistHousehold
import PhlistModel

/// Commands: each is planned as one action, which is then made durable or only previewed.
extension Replica {
    mutating func perform(_ command: Command, id: CommandID, now: Now) {
        do throws(CommandError) {
            switch command {
            case .user(let intent, let caller, let options):
                try perform(intent, caller, options, id: id, now: now)
            case .admitDevice, .joinHousehold, .goOnAlone, .reformHousehold, .noteDevicesSeen, .recordPairingAttempt,
                .restoreBackup:
                try change(by: command, id: id, now: now)
            case .giveUp(let request, let caller):
                try giveUp(request, for: caller, id: id, now: now)
            case .synchronize:
                perform(exchange.askAll(access))
                perform(peers.redialAll(besides: exchange.connectedDevices, &random))
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
        // An op written while the device moves would be left behind in the former household.
        guard !appends.isMoving, !journal.mustWait(command, caller, options) else {
            return appends.wait(.user(command, caller, options), id: id)
        }
        if let key = options.request,
            let outcome = try journal.library.requests.outcome(of: key, of: caller.uid, at: now.wall)
        {
            effects.append(.reply(id, .success(.acted(outcome, preview: [:]))))
            return
        }
        let action = try journal.plan(command, for: caller, placeWriter: exchange.placeWriter, &random, now: now)
        if options.isDryRun {
            let preview = journal.preview(of: action, now: now)
            effects.append(.reply(id, .success(.acted(action.outcome, preview: preview))))
        } else {
            commit(action, options.request, id: id, now: now)
        }
    }

    private mutating func commit(_ action: Action, _ key: RequestKey?, id: CommandID, now: Now) {
        let result = CommandResult.acted(action.outcome, preview: [:])
        // Everything on which the reply may rest must be durable.
        if action.isEmpty, key == nil, appends.isEmpty {
            effects.append(.reply(id, .success(result)))
        } else {
            append(journal.entries(of: action, key, &random, now: now), reply: (id, result))
        }
    }

    /// Plans a change of membership, and appends it.
    private mutating func change(by command: Command, id: CommandID, now: Now) throws(CommandError) {
        let plan = try journal.plan(command, &random)
        guard !plan.parts.isEmpty else { return effects.append(.reply(id, .success(plan.result))) }
        append(journal.entries(of: plan, &random, now: now), reply: (id, plan.result))
    }

    /// Rewrites batches that wait for lost ones, and counts the log as whole: see docs/decisions/0028.
    private mutating func giveUp(
        _ request: GiveUp,
        for caller: Principal,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        // A batch that is being written may be the missing one.
        guard appends.isEmpty else {
            return appends.wait(.giveUp(request, caller), id: id)
        }
        let plan = try Surrender(request, access)
        guard !request.isDryRun else {
            effects.append(.reply(id, .success(.gaveUp(plan.outcome))))
            return
        }
        let entries = Rewriting(plan: plan, caller: caller, now: now).entries(&journal, &random)
        append(entries, reply: (id, .gaveUp(plan.outcome)))
    }

    /// Performs the waiting commands in the order in which they came.
    mutating func performWaitingCommands(now: Now) {
        // A command that does nothing must not leave the next one waiting.
        while let (id, command) = appends.takeWaiting() { perform(command, id: id, now: now) }
    }
}
