/// A problem in the configuration.
package struct ConfigurationProblem: Sendable, Equatable, CustomStringConvertible {
    /// Whether the daemon can start despite the problem.
    package enum Severity: Sendable {
        case warning
        case error
    }

    package var severity: Severity
    /// The source: a file, an environment variable or the command line.
    package var place: String
    /// The problem with its value, and the expected values.
    package var message: String

    /// The problem as one line that is safe to print.
    package var description: String {
        let line = severity == .warning ? "\(place): warning: \(message)" : "\(place): \(message)"
        return line.withoutCommands
    }
}
