import ServiceLifecycle
import UnixSignals

/// Reads the configuration again whenever SIGHUP asks for it.
struct Reloader: Service {
    let desk: ConfigurationDesk

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            desk.reload()
        }
    }
}
