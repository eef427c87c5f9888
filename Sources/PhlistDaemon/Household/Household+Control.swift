import PhlistControl
import PhlistModel
import PhlistSync
import Synchronization

/// The control API's calls on lists and items.
extension Household {
    func lists(caller: Principal) -> ListsReply {
        ListsReply(lists: replica.lists(for: caller).map(view))
    }

    func addList(_ request: NewListRequest, caller: Principal) async throws(ControlError) -> ListReply {
        let result = try await run(.createList(title: request.title, caller), caller: caller)
        guard case .createdList(let scope) = result, let list = replica.list(scope) else { throw .unexpected }
        return ListReply(list: view(list))
    }

    func items(_ query: ItemsQuery, caller: Principal) throws(ControlError) -> ItemsReply {
        do throws(CommandError) {
            switch query {
            case .reference(let reference):
                return ItemsReply(items: views([try replica.item(matching: reference, for: caller, purpose: .look)]))
            case .list(let name, let includesAll):
                let scopes =
                    try name.map { name throws(CommandError) in [try replica.list(named: name, for: caller)] }
                    ?? replica.lists(for: caller).map(\.scope)
                return ItemsReply(items: views(scopes.flatMap { references(in: $0, includesAll: includesAll) }))
            }
        } catch {
            throw explain(error, caller: caller)
        }
    }

    private func references(in scope: ScopeID, includesAll: Bool) -> [ItemReference] {
        (replica.list(scope)?.items ?? [])
            .filter { includesAll || (!$0.isTrashed && $0.state == .open) }
            .map { ItemReference(scope: scope, entity: $0.entity) }
    }

    func addItems(_ request: AddItemsRequest, caller: Principal) async throws(ControlError) -> AddItemsReply {
        let command = Command.addItems(list: request.list, titles: request.titles, caller)
        let result: CommandResult
        do throws(CommandError) {
            result = try await perform(command)
        } catch .listNotFound(let name) {
            throw noList(name, forAdding: request.titles)
        } catch {
            throw explain(error, caller: caller)
        }
        guard case .addedItems(let scope, let isNewList, let added, let existing) = result,
            let list = replica.list(scope)
        else { throw .unexpected }
        return AddItemsReply(
            list: view(list),
            isNewList: isNewList,
            added: views(added.map { ItemReference(scope: scope, entity: $0) }),
            existing: views(existing.map { ItemReference(scope: scope, entity: $0) })
        )
    }

    func changeItems(_ request: ChangeItemsRequest, caller: Principal) async throws(ControlError) -> ChangeItemsReply {
        let change = ItemChange(
            state: request.state.map { WorkState($0) },
            title: request.title,
            isTrashed: request.isTrashed
        )
        let result = try await run(.changeItems(references: request.items, change, caller), caller: caller)
        guard case .changedItems(let changed, let unchanged) = result else { throw .unexpected }
        return ChangeItemsReply(changed: views(changed), unchanged: views(unchanged))
    }

    /// Streams what happens; what a caller may not see is left out.
    func events(after cursor: String?, caller: Principal) -> ControlEventStream {
        let removal = Subscription()
        let (stream, source) = ControlEventStream.make { [weak self] in
            // The closure outlives the call; nobody waits for the subscriber to be forgotten.
            Task { await self?.unsubscribe(removal) }
        }
        let id = hub.subscribe(source, after: cursor, at: Now.read().wall) { event in
            caller.isOwner || event.list?.visibility != .participants
        }
        removal.id.withLock { $0 = id }
        return stream
    }

    private func unsubscribe(_ subscription: Subscription) {
        if let id = subscription.id.withLock({ $0 }) {
            hub.unsubscribe(id)
        }
    }

    func peers() -> PeersReply {
        PeersReply(peers: peerViews())
    }

    /// Asks every peer, and waits until all that are connected hold the same, if that is wanted.
    func sync(_ request: SyncRequest, caller: Principal) async throws(ControlError) -> PeersReply {
        guard request.device == nil || !matching(request.device).isEmpty else {
            throw ControlError(.personNotFound, "no device \"\(request.device ?? "")\" in this household")
        }
        _ = try await run(.synchronize, caller: caller)
        let deadline = ContinuousClock.now + .milliseconds(request.waitMilliseconds ?? 0)
        while !matching(request.device).allSatisfy({ $0.isInSync ?? false }) {
            guard ContinuousClock.now < deadline, !Task.isCancelled else { break }
            await nextPeerChange(before: deadline)
        }
        return PeersReply(peers: matching(request.device))
    }

    private func matching(_ device: String?) -> [PeerView] {
        guard let device else { return peerViews() }
        return peerViews().filter {
            $0.name == device || $0.device.lowercased().hasPrefix(device.lowercased())
        }
    }

    private func nextPeerChange(before deadline: ContinuousClock.Instant) async {
        waiterCount += 1
        let id = waiterCount
        let left = deadline - ContinuousClock.now
        wakePeerWaiter(id, afterMilliseconds: Int64(left / .milliseconds(1)) + 1)
        await withTaskCancellationHandler {
            await withCheckedContinuation { peerWaiters[id] = $0 }
        } onCancel: {
            wakePeerWaiter(id, afterMilliseconds: 0)
        }
    }

    /// Gives a command and turns its refusal into words.
    func run(_ command: Command, caller: Principal) async throws(ControlError) -> CommandResult {
        do throws(CommandError) {
            return try await perform(command)
        } catch {
            throw explain(error, caller: caller)
        }
    }
}

extension ControlError {
    /// A command that answered with the result of another one.
    static let unexpected = ControlError(.internal, "phlistd did something else than it was asked to")
}
