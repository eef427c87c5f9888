import PhlistControl
import PhlistPresentation
import PhlistWeb
import Synchronization

/// The part of the page's state that requests and people read.
final class WebState: Sendable {
    private let state = Mutex(State())

    private struct State {
        var policy = WebPolicy(names: [], isForAnyAddress: false)
        var authority: [UInt8]?
        var page = PageView(state: .off)
        var report: PageReport?
        /// The changes that were made, those that are applied, and who waits for that.
        var (changeCount, appliedCount) = (0, 0)
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    var policy: WebPolicy { state.withLock { $0.policy } }
    /// The certificate of the authority in DER; nil unless the authority of this machine is used.
    var authority: [UInt8]? { state.withLock { $0.authority } }
    var page: PageView { state.withLock { $0.page } }
    /// The page for `doctor`; nil before the configuration is applied for the first time.
    var report: PageReport? { state.withLock { $0.report } }

    /// Sets what connections are judged by from now on.
    func set(_ policy: WebPolicy, authority: [UInt8]?) {
        state.withLock { ($0.policy, $0.authority) = (policy, authority) }
    }

    /// The number of changes so far.
    var changeCount: Int { state.withLock { $0.changeCount } }

    /// Notes that something that the page depends on has changed.
    func expectChange() {
        state.withLock { $0.changeCount += 1 }
    }

    /// Notes that changes up to a number are applied.
    func applied(_ number: Int) {
        let waiters = state.withLock { state in
            state.appliedCount = number
            return number >= state.changeCount ? exchange(&state.waiters, with: []) : []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until all changes are applied.
    func settle() async {
        await withCheckedContinuation { waiter in
            let isSettled = state.withLock { state in
                guard state.appliedCount < state.changeCount else { return true }
                state.waiters.append(waiter)
                return false
            }
            if isSettled { waiter.resume() }
        }
    }

    /// Sets what people are told.
    func set(_ page: PageView, _ report: PageReport) {
        state.withLock { ($0.page, $0.report) = (page, report) }
    }
}
