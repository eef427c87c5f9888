import Foundation
import Synchronization
import Testing

@testable import PhlistDiscovery

@Suite(.timeLimit(.minutes(1))) struct DiscoveryTests {
    /// In a process of its own, for its environment and its file descriptors.
    @Test func `without avahi it says so once, tries again for ever, and leaks nothing`() async {
        await #expect(processExitsWith: .success) {
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent", 1)
            DispatchQueue.global().asyncAfter(deadline: .now() + 50) { exit(EXIT_FAILURE) }
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
            let early = await tries.openDescriptors(at: 20)
            let late = await tries.openDescriptors(at: 400)
            #expect(early == late)
            await discovery.stop()
            #expect(events.withLock { $0 } == [.unavailable(reason: "avahi is not running")])
        }
    }
}

/// A discovery whose calls into avahi hang.
@Suite(.timeLimit(.minutes(1))) struct HangingDiscoveryTests {
    /// In a process of its own, for its environment; one that hangs would hang there.
    @Test func `a stop does not wait for a call that hangs`() async {
        await #expect(processExitsWith: .success) {
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent", 1)
            DispatchQueue.global().asyncAfter(deadline: .now() + 50) { exit(EXIT_FAILURE) }
            var limits = DiscoveryLimits()
            limits.stopSecondsMax = 0.01
            let (hanging, hangs) = AsyncStream.makeStream(of: Void.self)
            let discovery = Discovery(limits: limits) { _ in
                hangs.yield()
                // As a call to avahi-daemon when that was stopped by SIGSTOP.
                DispatchSemaphore(value: 0).wait()
            }
            discovery.browse()
            for await _ in hanging { break }
            await discovery.stop()
            exit(EXIT_SUCCESS)
        }
    }
}

/// Counts tries by the random numbers that the pauses between them take, at which time nothing of a try is left.
private final class Tries: Sendable {
    private struct State {
        var count = 0
        var waiting: (count: Int, continuation: CheckedContinuation<Int?, Never>)?
    }

    private let state = Mutex(State())

    var generator: Generator { Generator(tries: self) }

    /// The number of open descriptors after the given number of tries, or more.
    func openDescriptors(at count: Int) async -> Int? {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting = (count, continuation) }
        }
    }

    fileprivate func count() {
        state.withLock { state in
            state.count += 1
            guard let waiting = state.waiting, waiting.count <= state.count else { return }
            state.waiting = nil
            waiting.continuation.resume(
                returning: try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            )
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
