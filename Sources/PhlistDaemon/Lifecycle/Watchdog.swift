import ServiceLifecycle

/// Reports to the service manager while the daemon runs: ready, alive at half of the requested period, stopping.
struct Watchdog: Service {
    let manager: ServiceManager
    /// Returns while the daemon still works; when it hangs, so does this, and the manager restarts the daemon.
    let probe: @Sendable () async -> Void

    func run() async throws {
        await withGracefulShutdownHandler {
            await report()
        } onGracefulShutdown: {
            manager.send(.stopping)
        }
    }

    private func report() async {
        manager.send(.ready, .status("ready"))
        guard let period = manager.watchdogPeriod else {
            try? await gracefulShutdown()
            return
        }
        // Cancelled by the shutdown during a wait: that is how it ends.
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await probe()
                manager.send(.alive)
                try? await ContinuousClock().sleep(for: period / 2)
            }
        }
    }
}
