import PhlistControl
import PhlistModel
import PhlistSync
import Synchronization

/// Events for watching clients.
extension ReplicaHost {
    /// A watching client.
    private final class Subscriber: Sendable {
        let caller: Principal
        let position: Mutex<EventHub.Position>

        init(_ caller: Principal, at position: EventHub.Position) {
            self.caller = caller
            self.position = Mutex(position)
        }
    }

    /// Returns a stream of the events that the caller may see.
    func events(after cursor: String?, caller: Principal) -> ControlEventStream {
        let position = hub.position(after: cursor, in: replica.library.recentChanges, now: Now.read().wall)
        let subscriber = Subscriber(caller, at: position)
        return ControlEventStream { await self.nextEvents(for: subscriber) }
    }

    /// Waits for events; returns none when the daemon stops or the task is cancelled.
    private func nextEvents(for subscriber: Subscriber) async -> [ControlEvent] {
        while !eventWaiters.hasEnded, !Task.isCancelled {
            let events = subscriber.position.withLock {
                hub.next(at: &$0, in: replica.library.recentChanges, eventView(for: subscriber.caller))
            }
            guard events.isEmpty else { return events }
            await nextNews()
        }
        return []
    }

    /// Waits until there may be more.
    private func nextNews() async {
        let number = eventWaiters.newNumber()
        await withTaskCancellationHandler {
            await withCheckedContinuation { eventWaiters.wait(number, $0) }
        } onCancel: {
            // The task is not awaited: it runs after the start of the wait in the household's queue, and ends the wait.
            Task { await wakeEventWaiter(number) }
        }
    }

    private func wakeEventWaiter(_ number: UInt64) {
        eventWaiters.wake(number)
    }

    private func eventView(for caller: Principal) -> EventHub.View {
        EventHub.View(
            now: Now.read().wall,
            isVisible: { [self] change in
                replica.library.list(change.scope).map { replica.library.isVisible($0, to: caller) } ?? false
            },
            event: event,
            peer: { [self] device in peerViews().first { $0.device == device.description } }
        )
    }

    /// Returns a change with the item and the list as they are now.
    private func event(_ change: Change, cursor: String) -> ControlEvent {
        ControlEvent(
            cursor: cursor,
            event: ControlEvent.Kind(change),
            at: change.stamp.milliseconds,
            by: replica.library.memberName(change.by),
            device: replica.library.deviceName(change.device),
            isLocal: change.isLocal,
            item: views([EntityReference(scope: change.scope, entity: change.entity)]).first,
            list: replica.library.list(change.scope).map { view($0) }
        )
    }

    /// Reports connections and disconnections of peers to watching clients.
    func publishPeers() {
        let connected = replica.peerStatuses().filter { $0.state == .connected }.map(\.device)
        if hub.peersChanged(connected: Set(connected), at: Now.read().wall, in: replica.library.recentChanges) {
            eventWaiters.wakeAll()
        }
    }
}

extension ControlEvent.Kind {
    init(_ change: Change) {
        switch (change.entity == .root, change.kind) {
        case (true, .added): self = .listAdded
        case (true, _): self = .listChanged
        case (false, .added): self = .itemAdded
        case (false, .changed): self = .itemChanged
        case (false, .trashed): self = .itemTrashed
        case (false, .restored): self = .itemRestored
        }
    }
}
