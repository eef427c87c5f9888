import Glibc
import PhlistControl

/// The terminal that the process was started from, if there is one.
///
/// When its window is closed the kernel sends SIGHUP, which otherwise asks a daemon to read its configuration again.
struct ControllingTerminal {
    /// False also under nohup(1), which promises that the process stays.
    private let wasHere: Bool

    /// Checks for the terminal; to be called before any signal is trapped.
    init() {
        wasHere = !SignalAction.isIgnoring(SIGHUP) && Self.isHere
    }

    /// Whether the terminal was there and is gone.
    var isGone: Bool {
        wasHere && !Self.isHere
    }

    private static var isHere: Bool {
        let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
