import NIOCore
import NIOPosix
import Synchronization

@testable import PhlistTransport

/// Keeps the events of a transport and waits for one of them, whether it has come already or not.
final class Recorder: Sendable {
    struct Late: Error {}

    private struct Waiter {
        let offer: @Sendable ([TransportEvent]) -> Bool
        let giveUp: @Sendable () -> Void
    }

    private struct State {
        var events: [TransportEvent] = []
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
    }

    private let state = Mutex(State())

    var events: [TransportEvent] { state.withLock { $0.events } }

    func record(_ event: TransportEvent) {
        state.withLock { state in
            state.events.append(event)
            state.waiters = state.waiters.filter { !$0.value.offer(state.events) }
        }
    }

    /// The first event that `match` takes; throws when there is none within two minutes.
    func first<Value: Sendable>(_ match: @escaping @Sendable (TransportEvent) -> Value?) async throws -> Value {
        try await once { $0.lazy.compactMap(match).first }
    }

    /// What `match` makes of all events so far, as soon as it makes something; throws after two minutes.
    func once<Value: Sendable>(_ match: @escaping @Sendable ([TransportEvent]) -> Value?) async throws -> Value {
        let found: Value? = await withCheckedContinuation { continuation in
            state.withLock { state in
                if let value = match(state.events) { return continuation.resume(returning: value) }
                state.lastWaiter += 1
                state.waiters[state.lastWaiter] = Waiter(
                    offer: { events in match(events).map { continuation.resume(returning: $0) } != nil },
                    giveUp: { continuation.resume(returning: nil) }
                )
                giveUpLater(state.lastWaiter)
            }
        }
        guard let found else { throw Late() }
        return found
    }

    private func giveUpLater(_ waiter: Int) {
        MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .seconds(120)) { [weak self] in
            self?.state.withLock { $0.waiters.removeValue(forKey: waiter) }?.giveUp()
        }
    }

    // MARK: - The events that tests wait for

    func connected() async throws -> (id: ConnectionID, key: PeerKey, remote: NetworkAddress) {
        try await first { if case .connected(let id, let key, _, let remote) = $0 { (id, key, remote) } else { nil } }
    }

    func disconnected(_ id: ConnectionID) async throws -> DisconnectReason {
        try await first { if case .disconnected(id, let reason) = $0 { reason } else { nil } }
    }

    /// The end of the first connection, also of one that ended before anybody was let in.
    func ended() async throws -> DisconnectReason {
        try await first {
            switch $0 {
            case .disconnected(_, let reason), .refused(_, let reason): reason
            case .connected, .received, .drained: nil
            }
        }
    }

    func refused() async throws -> DisconnectReason {
        try await first { if case .refused(_, let reason) = $0 { reason } else { nil } }
    }

    func received(_ type: UInt8) async throws -> Frame {
        try await first { if case .received(_, let frame) = $0, frame.type == type { frame } else { nil } }
    }

    func received(_ expected: Frame, from id: ConnectionID) async throws -> Frame {
        try await first { if case .received(id, expected) = $0 { expected } else { nil } }
    }

    /// The frame of a number, counted from one, behind the greetings.
    func frame(_ number: Int) async throws -> Frame {
        try await once { events in
            let frames: [Frame] = events.compactMap { if case .received(_, let frame) = $0 { frame } else { nil } }
                .filter { $0 != Frame.greeting && $0 != Frame.ready }
            return frames.count >= number ? frames[number - 1] : nil
        }
    }

    /// Waits for the given number of `drained` in all: false when the connection ended instead.
    func drained(_ count: Int) async throws -> Bool {
        try await once { events in
            if events.count(where: { if case .drained = $0 { true } else { false } }) >= count { return true }
            return events.contains { if case .disconnected = $0 { true } else { false } } ? false : nil
        }
    }

    /// The frames that came after the greetings.
    var frames: [Frame] {
        events.compactMap { if case .received(_, let frame) = $0 { frame } else { nil } }
            .filter { $0 != .greeting && $0 != .ready }
    }

    var connectedCount: Int {
        events.count { if case .connected = $0 { true } else { false } }
    }
}
