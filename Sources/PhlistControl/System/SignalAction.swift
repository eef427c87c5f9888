import Glibc

/// The disposition of signals in this process.
package enum SignalAction {
    /// Whether the process ignores the signal, as nohup(1) arranges for SIGHUP.
    package static func isIgnoring(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN as __sighandler_t?, to: Int.self)
    }
}
