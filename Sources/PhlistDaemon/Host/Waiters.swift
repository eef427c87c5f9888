/// The waiters for a change, in order of arrival.
struct Waiters {
    private var continuations: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var issuedCount: UInt64 = 0
    /// Whether no more changes will come.
    private(set) var hasEnded = false

    var count: Int { continuations.count }

    /// Returns a number for one wait.
    mutating func newNumber() -> UInt64 {
        issuedCount += 1
        return issuedCount
    }

    mutating func wait(_ number: UInt64, _ continuation: CheckedContinuation<Void, Never>) {
        continuations[number] = continuation
    }

    /// Ends one wait.
    mutating func wake(_ number: UInt64) {
        continuations.removeValue(forKey: number)?.resume()
    }

    /// Ends all waits, in the order in which they began.
    mutating func wakeAll() {
        for number in continuations.keys.sorted() {
            wake(number)
        }
    }

    /// Ends all waits permanently.
    mutating func end() {
        hasEnded = true
        wakeAll()
    }
}

/// An actor whose changes can be waited for.
protocol Waited: Actor {
    var waiters: Waiters { get set }
}

extension Waited {
    /// Waits for a change, for a deadline, or until the task is cancelled.
    func nextChange(before deadline: ContinuousClock.Instant) async {
        let number = waiters.newNumber()
        // Ends the wait below; not awaited longer than the wait itself.
        let timer = Task {
            try? await ContinuousClock().sleep(until: deadline)
            waiters.wake(number)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiters.wait(number, $0) }
        } onCancel: {
            timer.cancel()
        }
        timer.cancel()
    }
}
