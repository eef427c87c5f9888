import Foundation
import Synchronization
import Testing

@testable import PhlistDiscovery

@Suite(.timeLimit(.minutes(1))) struct DiscoveryTests {
    /// In a process of its own, for its environment and its file descriptors.
    @Test func `without avahi it says so once, tries again for ever, and leaks nothing`() async {
        await #expect(processExitsWith: .success) {
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent", 1)
            var limits = DiscoveryLimits()
            limits.retrySecondsMin = 0.001
            limits.retrySecondsMax = 0.002
            let tries = Tries()
            let events = Mutex<[DiscoveryEvent]>([])
            let discovery = Discovery(limits: limits, random: tries.generator) { event in
                events.withLock { $0.append(event) }
            }
            discovery.browse()
            discovery.advertise(name: "kitchen", port: 7454, text: ["v": [49]])
            await tries.reached(20)
            let before = openDescriptors()
            await tries.reached(400)
            #expect(openDescriptors() == before)
            await discovery.stop()
            #expect(events.withLock { $0 } == [.unavailable(reason: "avahi is not running")])
        }
    }
}

private func openDescriptors() -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}

/// Counts tries by the random numbers that the pauses between them take.
private final class Tries: Sendable {
    private struct State {
        var count = 0
        var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var generator: Generator { Generator(tries: self) }

    func reached(_ count: Int) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting = (count, continuation) }
        }
    }

    fileprivate func count() {
        state.withLock { state in
            state.count += 1
            guard let waiting = state.waiting, waiting.count <= state.count else { return }
            state.waiting = nil
            waiting.continuation.resume()
        }
    }

    struct Generator: RandomNumberGenerator, Sendable {
        let tries: Tries
        private var numbers = SystemRandomNumberGenerator()

        init(tries: Tries) {
            self.tries = tries
        }

        mutating func next() -> UInt64 {
            tries.count()
            return numbers.next()
        }
    }
}
