import PhlistHousehold
import PhlistModel

/// The single path of data: append → appended → apply → publish.
extension Replica {
    /// Starts writing entries to the log; without any, there is only a reply, after the appends in flight.
    mutating func append(_ entries: [LogEntry], reply: (CommandID, CommandResult)? = nil, source: ConnectionID? = nil) {
        guard !entries.isEmpty || reply != nil else { return }
        let id = appends.start(reply: reply, source: source, isMoving: entries.contains(where: journal.library.isMove))
        journal.started(entries)
        effects.append(.append(id, entries.map(\.record)))
    }

    mutating func appended(_ id: AppendID, now: Now) {
        let ended = appends.end(id)
        let sender = ended.source.flatMap { exchange.sessions[$0] }
        let news = journal.appended(isReceived: ended.source != nil, from: sender?.device)
        exchange.stored(news.entries, in: journal.library)
        hear(news)
        if news.hasReturned { effects.append(.healthChanged) }
        publish(news, reply: ended.reply, source: ended.source)
        // A peer that has just returned batches may now hold the same: recovery does not wait for the next comparison.
        if let sender, journal.repair.dependsOnPeers { perform(exchange.summary(to: sender, isRequest: true, access)) }
        if news.isRosterChanged { append(journal.renewStaleKey(&random, now: now)) }
        for scope in news.scopes.sorted() {
            perform(journal.lendLibrary { exchange.admitRest(of: scope, &$0) })
            appendPending(of: scope)
        }
        if news.hasControl { perform(journal.lendLibrary { exchange.admitBehindControl(&$0) }) }
        performWaitingCommands(now: now)
    }

    /// Drops entries that the log did not take; the shell reports the failure of later appends as well.
    mutating func appendFailed(_ id: AppendID, _ failure: StorageFailure, now: Now) {
        let ended = appends.end(id)
        exchange.emptyInboxes(of: journal.appendFailed())
        if let (command, _) = ended.reply {
            effects.append(.reply(command, .failure(.storage(failure))))
        }
        performWaitingCommands(now: now)
    }

    /// Appends the batches that waited for returned ones.
    mutating func appendPending(of scope: ScopeID) {
        let reception = exchange.reception(of: scope, in: journal.library)
        append(journal.takeReady(of: scope, reception), source: reception?.newestSource)
    }

    /// Passes on what other parts keep of folded entries.
    mutating func hear(_ news: Journal.News) {
        for scope in news.photoScopes { blobs.changed(scope) }
        for (device, endpoint) in news.addresses { peers.remembered(device, at: endpoint) }
    }

    /// Publishes a change in this order: to the caller, the watchers, the sender, the other peers.
    private mutating func publish(_ news: Journal.News, reply: (CommandID, CommandResult)?, source: ConnectionID?) {
        if let (command, result) = reply {
            effects.append(.reply(command, .success(result)))
        }
        if news.hasChanges { effects.append(.notify) }
        if news.isRosterChanged { rosterChanged() }
        if news.isAccessChanged { perform(exchange.withdrawFromShutOut(access)) }
        // The household first: the rest may be by a member or a device that it has just named.
        let (scopes, householdID) = (news.scopes.sorted(), journal.library.householdID)
        for scope in scopes.filter({ $0 == householdID }) + scopes.filter({ $0 != householdID }) {
            journal.library.scopes[scope]?.forgetDraft()
            let reception = exchange.reception(of: scope, in: journal.library)
            let others = (reception?.takeSourcesInFlight() ?? []).filter { $0 != source }
            perform(([source].compactMap(\.self) + others).map { .acknowledge(scope, $0) })
            perform(exchange.push(scope, access))
        }
        if news.isAccessChanged {
            // Devices that could not be asked before may be asked now.
            blobs.accessChanged()
            perform(exchange.pushToNewlyEntitled(access))
            perform(exchange.invitations(access))
            perform(journal.lendLibrary { exchange.admitWaiting(&$0) })
        }
    }

    /// Reports a changed roster to the shell, and ends sessions with devices that are no longer members.
    private mutating func rosterChanged() {
        exchange.keepBudgets(access)
        journal.keepLetters(acceptedAt: door)
        effects.append(.rosterChanged)
        effects.append(.announcementChanged)
        effects.append(.peersChanged)
        perform(exchange.turnAwayStrangers(access))
        if let roster = journal.library.roster, roster.contains(device) {
            peers.forgetHearsay { roster.contains($0) }
        }
        for session in exchange.openSessions { perform(peers.tellAll(to: session, journal.library)) }
    }
}
