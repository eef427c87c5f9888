import PhlistControl

@testable import phlistctl

/// A command with the daemon that it meets.
struct Scene: Sendable {
    var arguments: [String]
    var answers: [ControlRoute: [ScriptedDaemon.Answer]] = [:]
    var streams: [ScriptedDaemon.Stream] = []
    var isTerminal = false
    var input = ""
    /// What the editor leaves; nil when it leaves the text as it was.
    var edited: String?
    var machine = Machine.empty

    /// Runs the command and writes down all that is seen of it.
    ///
    /// ```
    /// $ phlistctl ls         the command; `tty$` on a terminal
    /// > GET /v1/items        each request
    /// | text                 each line of the standard output, escape characters as ␛
    /// ! text                 each line of the standard error
    /// exit 0
    /// ```
    func transcript() -> String {
        let daemon = ScriptedDaemon(answers: answers, streams: streams)
        let output = CapturedOutput()
        let messages = CapturedOutput()
        let invocation = Invocation(arguments: arguments, output: output, messages: messages) { options in
            Context(
                daemon: daemon,
                actsAs: options.actsAs,
                isDryRun: options.dryRun,
                newKey: { "key" },
                format: options.format,
                style: Style(isColored: isColored(options)),
                output: output,
                messages: messages,
                input: CapturedInput(text: input, isTerminal: isTerminal),
                clock: .fixed,
                timeoutSeconds: options.timeout ?? Limits.timeoutSecondsUsual,
                socket: try SocketPath(option: options.socket, profile: .standard, surroundings: .anna),
                directories: ProgramDirectories(profile: .standard, surroundings: .anna),
                machine: machine,
                writeBytes: { try output.write(String(decoding: $0, as: UTF8.self)) },
                saysYes: options.yes,
                edit: { text, name in
                    try messages.write("opens \(name):\n\(text)")
                    return edited
                }
            )
        }
        let status = invocation.run()
        let command = ([isTerminal ? "tty$" : "$", "phlistctl"] + arguments.map(quoted)).joined(separator: " ")
        let lines = daemon.requests.map { "> \($0)" } + output.lines("| ") + messages.lines("! ")
        let text = ([command] + lines + ["exit \(status)", ""]).map { "\($0)\n" }.joined()
        return String(text.map { $0 == "\u{1B}" ? "␛" : $0 })
    }

    private func isColored(_ options: GlobalOptions) -> Bool {
        options.color.isColored(isTerminal: isTerminal, environment: ["TERM": "xterm"])
    }

    private func quoted(_ argument: String) -> String {
        argument.isEmpty || argument.contains(where: \.isWhitespace) ? "'\(argument)'" : argument
    }
}

extension Clock {
    /// Saturday, 21 November 2026, 18:04:12, one hour ahead of UTC.
    static let fixed = Clock(now: { .now }, zoneOffset: { _ in 3600 })
}

extension Int64 {
    /// The instant of `Clock.fixed`, in milliseconds since 1970.
    static let now: Int64 = 1_795_280_652_000
}

extension Surroundings {
    /// The surroundings of a user with the id 1000.
    static let anna = Surroundings(
        environment: ["XDG_RUNTIME_DIR": "/run/user/1000"],
        userID: 1000,
        home: "/home/anna",
        isOwnDirectory: { _ in false }
    )
}
