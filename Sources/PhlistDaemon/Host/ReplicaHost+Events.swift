import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistSync
import Synchronization

/// Events for watching clients.
extension ReplicaHost {
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

    /// Waits until there may be more events.
    private func nextNews() async {
        let number = eventWaiters.newNumber()
        await withTaskCancellationHandler {
            await withCheckedContinuation { eventWaiters.wait(number, $0) }
        } onCancel: {
            // The task cannot run before the wait is registered: the actor is busy until then.
            Task { await wakeEventWaiter(number) }
        }
    }

    private func wakeEventWaiter(_ number: UInt64) {
        eventWaiters.wake(number)
    }

    private func eventView(for caller: Principal) -> EventHub.View {
        EventHub.View(
            now: Now.read().wall,
            isVisible: { [self] in replica.library.isVisible($0.scope, to: caller) },
            event: { [self] in presenter.event($0, cursor: $1) },
            peer: { [self] device in peers.views.first { $0.device == device.description } },
            visible: { [self] in replica.library.visibleLists(for: caller) }
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
