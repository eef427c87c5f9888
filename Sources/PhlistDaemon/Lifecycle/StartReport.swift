package import PhlistControl
import Synchronization

/// Reports the progress of the start: to clients in a file next to the socket, and to the service manager.
package final class StartReport: Sendable {
    private let socket: ControlSocket
    private let manager: ServiceManager
    private let last = Mutex<StartProgress?>(nil)

    init(socket: ControlSocket, manager: ServiceManager) {
        (self.socket, self.manager) = (socket, manager)
        socket.tell(.opening)
    }

    /// Tells a step, unless it is the one that was told last.
    package func tell(_ progress: StartProgress) {
        let isNew = last.withLock { last in
            defer { last = progress }
            return last != progress
        }
        guard isNew else { return }
        socket.tell(progress)
        manager.send(.status("starting: \(progress.words)"))
    }

    /// Tells clients that the start is over; the manager hears it from `Watchdog`.
    func end() {
        socket.tell(nil)
    }
}
