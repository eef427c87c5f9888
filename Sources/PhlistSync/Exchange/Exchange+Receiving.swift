import PhlistHousehold
import PhlistModel

/// Batches from peers: verified, then appended in a causal order.
extension Exchange {
    mutating func received(
        _ message: Message.Batches,
        in session: Session,
        _ library: inout Library,
        now: Now
    ) -> [Action] {
        let scope = message.scope
        session.receivedBatches(holding: message.holding, of: scope)
        guard !library.isLeft(scope), mayOpen(scope, &library) else { return [] }
        defer { emptyFullInboxes(of: library, after: scope) }
        do throws(CodecError) {
            guard let messages = try session.control.stage(message) else { return [] }
            library.ensureScope(scope)
            return take(messages, of: scope, from: session, &library, now: now)
        } catch {
            return [.close(session.connection, .malformed)]
        }
    }

    /// Whether there is room for a scope; scopes that have only waiting batches give way.
    private mutating func mayOpen(_ scope: ScopeID, _ library: inout Library) -> Bool {
        let count = library.scopes.count
        defer { if library.scopes.count < count { forgetReceptions(besides: library) } }
        return library.mayOpen(scope)
    }

    /// Takes in messages one at a time, so that no more of them waits than fits an inbox, in one append.
    private mutating func take(
        _ messages: [Message.Batches],
        of scope: ScopeID,
        from session: Session,
        _ library: inout Library,
        now: Now
    ) -> [Action] {
        guard let slot = library.scopes[scope] else { return [] }
        let (reception, id) = (openReception(of: slot), session.connection)
        var (actions, entries, isAccused): ([Action], [LogEntry], Bool) = ([], [], false)
        var growth = library.growth(of: scope, reserve: SyncLimits.scopeReserveBytes)
        for message in messages {
            do throws(CodecError) {
                try collect(message, from: session, to: reception, library, now: now)
            } catch {
                // Batches already taken are being written.
                return actions + append(entries, source: id) + [.close(id, .malformed)]
            }
            reception.newestSource = id
            let forgers = forgers(in: reception, library)
            actions += forgers.map { .close($0, .badSignature) }
            isAccused = isAccused || forgers.contains(id)
            entries += intake.takeReady(of: reception, &growth, &library)
        }
        guard entries.isEmpty else { return actions + append(entries, source: id) }
        // Everything was known or waits: report the digest, so that the sender does not have to guess.
        if !isAccused {
            actions.append(.acknowledge(scope, id))
            reception.broughtAgain(by: id)
        }
        // The known message may have been the last one of control.
        return actions + (messages.first?.tier == .control ? admitBehindControl(&library) : [])
    }

    private func append(_ entries: [LogEntry], source: ConnectionID) -> [Action] {
        entries.isEmpty ? [] : [.append(entries, source: source)]
    }

    /// Drops the contents of the fullest inboxes if all together hold too much; they are requested again.
    private func emptyFullInboxes(of library: Library, after scope: ScopeID) {
        guard reception(of: scope, in: library)?.inbox.isEmpty == false else { return }
        var sizes = inboxSizes(in: library)
        while sizes.values.reduce(0, +) > SyncLimits.inboxesBytesMax {
            guard let fullest = sizes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return }
            emptyInboxes(of: [fullest])
            sizes[fullest] = nil
        }
    }

    private func collect(
        _ message: Message.Batches,
        from session: Session,
        to reception: Reception,
        _ library: Library,
        now: Now
    ) throws(CodecError) {
        let (slot, id) = (reception.slot, session.connection)
        guard slot.state.kind == .list || message.tier == .control else { throw .badValue("content of a household") }
        for entry in message.batches {
            let batch = try Batch(bytes: entry.bytes)
            // A log that lost the household's id trusts the founding that it has.
            guard message.scope == library.householdID || !batch.founds else { throw .badValue("another household") }
            let device = message.devices[entry.device]
            let named = NamedBatch(batch, of: Feed(scope: message.scope, tier: message.tier, device: device))
            guard named.keepsToItsTier else { throw .badValue("control that names content") }
            session.gave(named, of: message.scope, in: slot.state.ledger)
            let isRefused = reception.inbox.isPostponed(named.name, for: .moreRoomThanThereIs)
            session.control.note(named, of: message.scope, in: slot.state.ledger, isRefused: isRefused)
            guard !slot.holds(named) else { continue }
            // No batch is refused for being a branch: an honest one may name it. But additional branches are
            // rate-limited.
            guard
                reception.inbox.contains(named.name) || !reception.opensBranch(named)
                    || session.budget.mayBranch(now: now)
            else { continue }
            reception.inbox.insert(named, from: id, behind: session.control)
            intake.noteFounding(named, to: reception, library)
        }
        for entry in message.heads {
            reception.inbox.insert(entry.head, by: message.devices[entry.device], in: message.tier, from: id)
        }
    }

    /// Appends batches that have become complete in a scope.
    private func admit(_ reception: Reception, source: ConnectionID, _ library: inout Library) -> [Action] {
        guard !reception.inbox.isEmpty else { return [] }
        let closes = forgers(in: reception, library).map { Action.close($0, .badSignature) }
        var growth = library.growth(of: reception.slot.state.id, reserve: SyncLimits.scopeReserveBytes)
        return closes + append(intake.takeReady(of: reception, &growth, &library), source: source)
    }

    /// Verifies the heads in the inbox and returns the connections that brought invalid ones, in order, regardless of
    /// the claimed author and of the last sender.
    private func forgers(in reception: Reception, _ library: Library) -> [ConnectionID] {
        Set(intake.verifyInbox(of: reception, library).map(\.source)).filter { sessions[$0] != nil }.sorted()
    }

    /// Retries batches that waited for a device to be known.
    func admitWaiting(_ library: inout Library) -> [Action] {
        let lists = library.scopes.keys.filter { $0 != library.householdID }.sorted()
        var actions: [Action] = []
        for scope in [library.householdID].compactMap(\.self) + lists {
            guard let reception = reception(of: scope, in: library), let source = reception.newestSource,
                !reception.inbox.isEmpty
            else { continue }
            reception.inbox.reconsider()
            reception.inbox.retry(.author)
            actions += admit(reception, source: source, &library)
        }
        return actions
    }

    /// Retries batches that waited for room after the ones now applied.
    func admitRest(of scope: ScopeID, _ library: inout Library) -> [Action] {
        guard let reception = reception(of: scope, in: library), let source = reception.newestSource,
            reception.slot.isQuiet, reception.inbox.isPostponed(for: .room)
        else { return [] }
        reception.inbox.retry(.room)
        return admit(reception, source: source, &library)
    }

    /// Retries content that waited for control.
    func admitBehindControl(_ library: inout Library) -> [Action] {
        var actions: [Action] = []
        for scope in library.listScopes {
            guard let reception = reception(of: scope, in: library), reception.inbox.isPostponed(for: .control)
            else { continue }
            reception.inbox.retry(.control)
            if let source = reception.newestSource { actions += admit(reception, source: source, &library) }
        }
        return actions
    }
}
