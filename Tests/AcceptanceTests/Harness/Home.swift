import Foundation
import Testing

/// The account of one person on one machine: a directory, a phlistd that runs, and a shell that finds phlistctl.
///
/// ```swift
/// let home = try Home()
/// try home.session("""
///     $ phlistctl add milk
///     made the list Shopping
///     added "milk" to Shopping (<1>)
///     $ phlistctl done <1>
///     done: milk in Shopping (<1>)
///     """)
/// ```
final class Home {
    let directory: String
    let daemon: RealDaemon
    /// What every program of this home gets.
    let environment: [String: String]
    private var placeholders = Placeholders()

    /// Makes the directory and starts phlistd.
    init() throws {
        directory = try Self.makeDirectory()
        environment = Self.environment(directory)
        do {
            daemon = try RealDaemon(in: directory, environment: environment)
        } catch {
            try? FileManager.default.removeItem(atPath: directory)
            throw error
        }
    }

    deinit {
        do {
            try daemon.stop()
        } catch {
            Issue.record(error)
        }
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Runs phlistctl.
    @discardableResult
    func callAsFunction(_ arguments: String..., input: String = "") throws -> Outcome {
        try run(Program.path("phlistctl"), arguments.map(placeholders.reveal), input: input)
    }

    /// Runs phlistctl with arguments that are made by a test.
    func phlistctl(_ arguments: [String], input: String = "") throws -> Outcome {
        try run(Program.path("phlistctl"), arguments.map(placeholders.reveal), input: input)
    }

    /// Runs a line of a shell.
    func shell(_ line: String, input: String = "") throws -> Outcome {
        try run("/bin/sh", ["-c", placeholders.reveal(line)], input: input)
    }

    /// Runs a script of bash.
    func bash(_ script: String) throws -> Outcome {
        try run("/bin/bash", ["-c", placeholders.reveal(script)], input: "")
    }

    /// Runs the commands of a session and compares all that they print.
    ///
    /// A line `$ command` goes to /bin/sh, together with the lines `> more` behind it. Then come the lines of its
    /// standard output, those of its standard error as `! line`, and `exit N` when it failed. Ids are written `<1>`,
    /// `<2>` … in the order in which they appear, also in commands; for the rest see `Placeholders`.
    func session(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var actual: [String] = []
        for command in SessionText.commands(in: expected) {
            actual += command.shown + (try shell(command.line).transcript)
        }
        #expect(
            actual == SessionText.lines(of: expected),
            "it went:\n\(actual.joined(separator: "\n"))",
            sourceLocation: sourceLocation
        )
    }

    /// A terminal of this home in which phlistctl runs.
    func terminal(_ arguments: String..., environment: [String: String] = [:]) throws -> Terminal {
        try Terminal(
            Program.path("phlistctl"),
            arguments.map(placeholders.reveal),
            environment: self.environment.merging(environment) { $1 },
            directory: directory
        )
    }

    /// A terminal of this home in which a line of a shell runs.
    func terminal(shell line: String, size: Terminal.Size = .usual) throws -> Terminal {
        try Terminal(
            "/bin/sh",
            ["-c", placeholders.reveal(line)],
            environment: environment,
            directory: directory,
            size: size
        )
    }

    /// The same text with placeholders for what differs from run to run.
    func readable(_ text: String) -> String {
        placeholders.learn(from: daemon.socket)
        return placeholders.hide(text.replacing(directory, with: "<home>"))
    }

    private func run(_ program: String, _ arguments: [String], input: String) throws -> Outcome {
        let shell = Shell(environment: environment, directory: directory)
        var outcome = try shell.run(program, arguments, input: input)
        outcome.output = readable(outcome.output)
        outcome.messages = readable(outcome.messages)
        return outcome
    }

    private static func makeDirectory() throws -> String {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(parent)/phlist-home-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw HarnessError("cannot make a directory in \(parent)") }
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try FileManager.default.createDirectory(
            atPath: "\(directory)/run",
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        return directory
    }

    private static func environment(_ directory: String) -> [String: String] {
        let own = [
            "HOME": directory,
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
            "PATH": Program.searchPath,
            "PHLIST_SOCKET": "\(directory)/control.sock",
            "TERM": "xterm",
            "TMPDIR": directory,
            "TZ": "Europe/Berlin",
            "XDG_CACHE_HOME": "\(directory)/.cache",
            "XDG_CONFIG_HOME": "\(directory)/.config",
            "XDG_DATA_HOME": "\(directory)/.local/share",
            "XDG_RUNTIME_DIR": "\(directory)/run",
            "XDG_STATE_HOME": "\(directory)/.local/state",
        ]
        return own.merging(Program.inheritedVariables) { own, _ in own }
    }
}
