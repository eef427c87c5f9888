import FoundationEssentials
import PhlistControl

/// Finds where reminders can be shown on this machine.
struct ReminderOutlets {
    let environment: [String: String]

    /// Finds the outlets: the desktop if there is one, and the command if there is one.
    ///
    /// - Parameters:
    ///   - command: The program from the option; nil for that of the environment.
    ///   - isOnce: Whether nobody will wait for an answer.
    /// - Returns: One or both.
    /// - Throws: `ControlError` if there is neither.
    func found(command: String?, isOnce: Bool) throws -> [any ReminderOutlet] {
        let named = command ?? environment[CommandOutlet.variable].flatMap { $0.isEmpty ? nil : $0 }
        guard named?.isEmpty != true else {
            throw ControlError(.usage, "--command names no program", hint: "name one by its whole path")
        }
        let programs = ProgramLookup(environment)
        if let named, !isThere(named, programs) {
            throw ControlError(
                .notFound,
                "the program \(TerminalText(data: named).string) is not there, or may not be run",
                hint: "name one by its whole path"
            )
        }
        let commands = named.map { [CommandOutlet($0, environment)] } ?? []
        guard hasBus else {
            guard commands.isEmpty else { return commands }
            throw ControlError(
                .unavailable,
                "there is no desktop to show reminders on (DBUS_SESSION_BUS_ADDRESS is not set)",
                hint: "without one, name a program to run for each: --command"
            )
        }
        guard programs.finds(DesktopOutlet.program) else {
            guard commands.isEmpty else { return commands }
            throw ControlError(
                .unavailable,
                "\(DesktopOutlet.program) is missing",
                hint: "to show reminders here: apt-get install libnotify-bin"
            )
        }
        return [DesktopOutlet(environment, hasActions: !isOnce)] + commands
    }

    private func isThere(_ program: String, _ programs: ProgramLookup) -> Bool {
        guard program.contains("/") else { return programs.finds(program) }
        var isFolder = false
        return FileManager.default.fileExists(atPath: program, isDirectory: &isFolder) && !isFolder
            && FileManager.default.isExecutableFile(atPath: program)
    }

    private var hasBus: Bool {
        !environment["DBUS_SESSION_BUS_ADDRESS", default: ""].isEmpty
    }
}
