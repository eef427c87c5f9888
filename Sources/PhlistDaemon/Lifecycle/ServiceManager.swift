import Glibc
import PhlistControl

/// Reports the daemon's state to the service manager, by the protocol of sd_notify(3).
///
/// Without a service manager, or when it does not listen, nothing happens: its help is a convenience.
package struct ServiceManager: Sendable {
    /// A message to the manager.
    package enum Message: Sendable, Equatable {
        case ready
        case stopping
        /// One line for `systemctl status`.
        case status(String)
        case alive
        /// Starting or stopping takes longer than the unit allows; the time counts from now.
        case extendTimeout(Duration)

        var text: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            case .status(let line): "STATUS=\(line.replacing("\n", with: " "))"
            case .alive: "WATCHDOG=1"
            case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(Int64(time / .microseconds(1)))"
            }
        }
    }

    /// The period in which the manager expects `alive`; nil when it does not watch.
    package let watchdogPeriod: Duration?
    private let socket: String?

    /// Reads the settings of the manager from the environment.
    package init(environment: [String: String], processID: Int32 = getpid()) {
        socket = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isOurs = environment["WATCHDOG_PID"].map { $0 == "\(processID)" } ?? true
        let period = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogPeriod = isOurs && socket != nil && period > 0 ? .microseconds(period) : nil
    }

    /// Sends messages in one datagram.
    package func send(_ messages: Message...) {
        guard let socket else { return }
        do throws(Errno) {
            try SocketCalls.send(Array(messages.map(\.text).joined(separator: "\n").utf8), to: socket)
        } catch {
            // The manager is gone or busy; it will judge by what it sees.
        }
    }
}
