import Glibc

/// What this process does with a signal.
package enum SignalAction {
    /// Whether it ignores the signal, as nohup(1) asks for SIGHUP.
    package static func isIgnoring(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN as __sighandler_t?, to: Int.self)
    }
}
