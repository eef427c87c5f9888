import Dispatch

/// Periodically asks the service manager for more time while the store is being opened.
///
/// Reading a long log on a slow machine may take longer than a unit allows; the snapshot that makes the next start
/// quick is written only afterwards.
final class StartExtension {
    /// A longer start counts as hanging.
    private static let minutesMax = 30
    private let timer: any DispatchSourceTimer

    /// Starts the extension.
    ///
    /// - Parameters:
    ///   - manager: The manager.
    ///   - period: The time between two messages; each asks for three times as much.
    init(manager: ServiceManager, period: Duration) {
        let seconds = period / .seconds(1)
        let deadline = DispatchTime.now() + .seconds(60 * Self.minutesMax)
        timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + seconds, repeating: seconds)
        timer.setEventHandler {
            if DispatchTime.now() < deadline { manager.send(.extendTimeout(period * 3)) }
        }
        timer.activate()
    }

    /// Ends the extension; the unit's own timeout applies again.
    func end() {
        timer.cancel()
    }
}
