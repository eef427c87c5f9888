import Synchronization

/// A semaphore with a fixed number of turns; waiters are served in order of arrival.
final class Turns: Sendable {
    private let state: Mutex<State>

    private struct State {
        var freeCount: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    init(_ count: Int) {
        state = Mutex(State(freeCount: count))
    }

    /// The number of waiters.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Takes a turn as soon as one is free; `giveBack` ends it.
    func take() async {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                guard state.freeCount == 0 else {
                    state.freeCount -= 1
                    return true
                }
                state.waiting.append(waiter)
                return false
            }
            if isFree { waiter.resume() }
        }
    }

    /// Takes a turn if one is free.
    func takeIfFree() -> Bool {
        state.withLock { state in
            guard state.freeCount > 0 else { return false }
            state.freeCount -= 1
            return true
        }
    }

    /// Ends a turn; the next waiter gets it.
    func giveBack() {
        let next = state.withLock { state in
            guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst()) }
            state.freeCount += 1
            return nil
        }
        next?.resume()
    }
}

/// The turn of one request, from when it was read until its reply has been written.
final class RequestTurn: Sendable {
    private let turns: Turns
    private let isTaken = Mutex(false)

    init(_ turns: Turns) {
        self.turns = turns
    }

    func take() async {
        await turns.take()
        isTaken.withLock { $0 = true }
    }

    /// Ends the turn, if it was taken.
    func giveBack() {
        if isTaken.withLock({ exchange(&$0, with: false) }) { turns.giveBack() }
    }
}

/// The limits shared by all connections of one user.
struct UserShare: Sendable {
    let requests = Turns(ControlLimits.requestsPerUserMax)
    let uploads = Turns(ControlLimits.uploadsPerUserMax)
}

/// The limits of all users, by the number of the user; they are kept, because requests outlive their connections.
final class UserShares: Sendable {
    private let shares = Mutex<[UInt32: UserShare]>([:])

    /// Returns the limits that all connections of a user share.
    func share(of uid: UInt32) -> UserShare {
        shares.withLock { shares in
            let share = shares[uid] ?? UserShare()
            shares[uid] = share
            return share
        }
    }
}
