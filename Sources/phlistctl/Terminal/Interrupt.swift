import Glibc
import Synchronization

/// Ctrl-C, noticed by whoever waits.
enum Interrupt {
    private static let isRaised = Atomic(false)

    /// Notices the first SIGINT; the second ends the process at once.
    static func watch() {
        // Made here, because a signal handler must not be the first to touch it.
        _ = take()
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in Interrupt.isRaised.store(true, ordering: .relaxed) }
        // Without SA_RESTART, so that calls that block come back.
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
        sigaction(SIGINT, &action, nil)
        // A parent that blocks the signal in its own threads hands that down.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigprocmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Lets the first SIGINT end the process: for work that nothing has to be done after.
    static func unwatch() {
        signal(SIGINT, SIG_DFL)
    }

    /// Whether Ctrl-C was pressed since the last time somebody asked.
    @Sendable static func take() -> Bool {
        isRaised.exchange(false, ordering: .relaxed)
    }
}
