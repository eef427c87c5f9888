package import Logging
package import PhlistControl
package import ServiceLifecycle
import UnixSignals

/// Runs the daemon from a configuration to its end: control socket, household, services, and back in reverse.
package struct DaemonRunner {
    private let configuration: DaemonConfiguration
    private let manager: ServiceManager
    private let logger: Logger
    private let extensionPeriod: Duration
    /// Reads the configuration again on SIGHUP; nil for one that never changes.
    private let desk: ConfigurationDesk?

    package init(
        configuration: DaemonConfiguration,
        manager: ServiceManager,
        logger: Logger,
        desk: ConfigurationDesk? = nil,
        extensionPeriod: Duration = .seconds(10)
    ) {
        self.extensionPeriod = extensionPeriod
        self.desk = desk
        self.configuration = configuration
        self.manager = manager
        self.logger = logger
    }

    /// Runs until SIGTERM or SIGINT, or until the terminal that it was started from is closed.
    ///
    /// The socket listens before the household is open, so that an early client waits instead of failing, and can see
    /// how far the start is; the service manager is told that the daemon is ready when both are.
    ///
    /// - Parameter openHousehold: Opens the service for clients, with everything replayed.
    /// - Throws: The reason why it could not start or had to stop.
    package func run(
        _ openHousehold: (DaemonConfiguration, StartReport, Logger) async throws(ControlError)
            -> any ControlService & Service
    ) async throws(ControlError) {
        let terminal = ControllingTerminal()
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        let reloader = desk.map { Reloader(desk: $0, terminal: terminal, hangUps: hangUps) }
        let socket = try ControlSocket.open(configuration.socket, mode: configuration.socketMode)
        let household: any ControlService & Service
        let start = StartExtension(manager: manager, period: extensionPeriod)
        let report = StartReport(socket: socket, manager: manager)
        defer { start.end() }
        do throws(ControlError) {
            household = try await openHousehold(configuration, report, logger)
        } catch {
            socket.discard()
            throw error
        }
        start.end()
        report.end()
        logger.notice("started", metadata: ["version": "\(programVersion)", "socket": "\(configuration.socket.path)"])
        do {
            try await group(socket, household, reloader).run()
        } catch let error as ControlError {
            throw error
        } catch {
            throw ControlError(.internal, "phlistd stopped: \(error)")
        }
        logger.notice("stopped")
    }

    /// Returns the services, which stop in reverse order: first the manager is told, then clients are disconnected,
    /// then the household stops.
    private func group(
        _ socket: ControlSocket,
        _ household: any ControlService & Service,
        _ reloader: Reloader?
    ) -> ServiceGroup {
        let watchdog = Watchdog(manager: manager) { await household.takeTurn() }
        let listener = ControlListener(
            socket: socket,
            service: household,
            isOpenToOthers: configuration.socketMode & 0o077 != 0,
            logger: logger
        )
        let services: [any Service] = [household, listener, watchdog] + (reloader.map { [$0] } ?? [])
        return ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map {
                    .init(
                        service: $0,
                        successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup
                    )
                },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
    }
}
