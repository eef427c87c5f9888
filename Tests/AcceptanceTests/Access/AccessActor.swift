import Foundation

/// Somebody at a shell of a machine: gives commands in one role.
struct AccessActor: Sendable {
    let role: AccessRole
    let shell: Shell
    /// What stands before the program to run it as another user.
    var user: [String] = []
    var program = Program.path("phlistctl")
    /// What some words in capitals stand for in this role.
    var names: [String: String] = [:]

    /// Gives the commands of all rows and tells what came of each.
    func outcomes() throws -> [AccessCell: AccessOutcome] {
        try AccessCell.all([role]).reduce(into: [:]) { $0[$1] = try outcome(of: $1) }
    }

    private func outcome(of cell: AccessCell) throws -> AccessOutcome {
        let words = cell.words(cell.row.command).map { names[$0] ?? $0 }
        guard words != ["pair"] else { return try pairing() }
        let done = try run(words, input: cell.row.input)
        let outcome = AccessOutcome(status: done.status, messages: done.messages)
        guard outcome.isDone, let shown = cell.row.shows else { return outcome }
        let isShown = done.output.contains(cell.words(shown)[0])
        return isShown ? .yes : .notShown
    }

    /// Runs phlistctl to its end.
    func run(_ words: [String], input: String = "") throws -> Outcome {
        let command = user + [program] + words
        return try shell.run(command[0], Array(command.dropFirst()), input: input)
    }

    /// Opens a code, and closes it as soon as it is shown.
    private func pairing() throws -> AccessOutcome {
        let command = user + [program, "pair"]
        let terminal = try Terminal(
            command[0],
            Array(command.dropFirst()),
            environment: shell.environment,
            directory: shell.directory
        )
        let isOpen = (try? terminal.expect("Code: ")) != nil
        if isOpen { try terminal.interrupt() }
        let status = try terminal.wait()
        return AccessOutcome(status: isOpen ? 0 : status, messages: terminal.transcript)
    }
}
