/// One thing that is wrong with the configuration.
package struct ConfigurationProblem: Sendable, Equatable, CustomStringConvertible {
    /// Whether the daemon can start all the same.
    package enum Severity: Sendable {
        case warning
        case error
    }

    package var severity: Severity
    /// Where it is: a file, an environment variable or the command line.
    package var place: String
    /// What is wrong there, with which value, and what is expected.
    package var message: String

    /// The problem as one line that is safe to print.
    package var description: String {
        let line = severity == .warning ? "\(place): warning: \(message)" : "\(place): \(message)"
        return line.withoutCommands
    }
}
