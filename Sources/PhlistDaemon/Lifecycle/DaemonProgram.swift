import FoundationEssentials
import Glibc
package import Logging
package import PhlistControl
package import ServiceLifecycle

/// The program `phlistd` after its command line: configuration, then the daemon, then one line on why it ended.
package struct DaemonProgram {
    private let options: DaemonOptions
    private let environment = ProcessInfo.processInfo.environment
    /// Manages the configuration while the daemon runs.
    package let desk: ConfigurationDesk

    package init(_ options: DaemonOptions) {
        self.options = options
        let surroundings = Surroundings.ofProcess(environment: environment)
        desk = ConfigurationDesk(options, surroundings: surroundings, hostName: ProcessSetup.hostName)
    }

    /// Prints every problem of the configuration, or that it is valid.
    ///
    /// - Returns: `configuration` when the daemon would not start with it.
    package func check() -> ErrorCode? {
        let configuration = load().configuration
        if configuration != nil { Self.write("configuration ok", to: STDOUT_FILENO) }
        return configuration == nil ? .configuration : nil
    }

    /// Runs the daemon until SIGTERM or SIGINT.
    ///
    /// - Parameter openHousehold: Opens the service for clients, with everything replayed.
    /// - Returns: The error that ended it, which was printed to stderr; nil after an orderly end.
    package func run(
        _ openHousehold: (DaemonConfiguration, StartReport, Logger) async throws(ControlError)
            -> any ControlService & Service
    ) async -> ErrorCode? {
        guard let configuration = load().configuration else { return .configuration }
        let manager = ServiceManager(environment: environment)
        let handler = LineLogHandler(level: desk.logLevel, environment: environment)
        let logger = Logger(label: "phlistd") { _ in handler }
        desk.begin(configuration, logger: logger)
        let runner = DaemonRunner(configuration: configuration, manager: manager, logger: logger, desk: desk)
        do throws(ControlError) {
            try await runner.run(openHousehold)
            return nil
        } catch {
            manager.send(.status(error.line))
            Self.complain(error.line)
            return error.code
        }
    }

    /// Writes an error to stderr as one line.
    package static func complain(_ line: String) {
        write("phlistd: \(line)", to: STDERR_FILENO)
    }

    private func load() -> (configuration: DaemonConfiguration?, problems: [ConfigurationProblem]) {
        let surroundings = Surroundings.ofProcess(environment: environment)
        let result = ConfigurationLoader.load(options, surroundings: surroundings, hostName: ProcessSetup.hostName)
        for problem in result.problems { Self.complain(problem.description) }
        return result
    }

    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}
