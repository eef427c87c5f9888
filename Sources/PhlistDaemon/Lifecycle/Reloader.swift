import ServiceLifecycle
import UnixSignals

/// Reads the configuration again on SIGHUP, and ends the daemon when its terminal was closed.
struct Reloader: Service {
    let desk: ConfigurationDesk
    let terminal: ControllingTerminal
    /// Trapped before the household opens: until then SIGHUP would end the process.
    let hangUps: UnixSignalsSequence

    func run() async throws {
        for await _ in hangUps.cancelOnGracefulShutdown() {
            if terminal.isGone { return }
            desk.reload()
        }
    }
}
