import Glibc
import Synchronization

/// Detects Ctrl-C for code that waits.
enum Interrupt {
    private static let isRaised = Atomic(false)

    /// Catches the first SIGINT; the second one ends the process at once, unless there is something to clean up.
    static func watch(endsAtSecond: Bool = true) {
        // Initialises the flag, because a signal handler must not be the first to access it.
        _ = take()
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in Interrupt.isRaised.store(true, ordering: .relaxed) }
        // Without SA_RESTART, so that blocking calls return.
        action.sa_flags = endsAtSecond ? Int32(bitPattern: UInt32(SA_RESETHAND)) : 0
        sigaction(SIGINT, &action, nil)
        // A signal mask with SIGINT blocked may be inherited from the parent.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigprocmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Lets the first SIGINT end the process, for work without clean-up.
    static func unwatch() {
        signal(SIGINT, SIG_DFL)
    }

    /// Returns whether Ctrl-C was pressed since the last call.
    @Sendable static func take() -> Bool {
        isRaised.exchange(false, ordering: .relaxed)
    }
}
