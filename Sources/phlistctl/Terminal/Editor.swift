import Glibc
import PhlistControl

/// Opens a text in the user's editor: `$VISUAL`, else `$EDITOR`, else one of the system.
struct Editor {
    /// The environment of the process, which the editor inherits.
    var environment: [String: String]
    /// Whether a full-screen editor can be used.
    var isOnTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1

    /// Edits a text in a private file with the given name; returns nil if it is unchanged.
    ///
    /// - Throws: `ControlError` if there is no editor, if it fails, or if its result is not a text of at most 1 MiB;
    ///   `ClientError.interrupted` after Ctrl-C.
    func edit(_ text: String, named name: String) throws -> String? {
        try TemporaryDirectory.with(environment) { directory in
            let path = "\(directory)/\(name)"
            try write(text, to: path)
            try run(on: path)
            let edited = try read(path)
            return edited == text ? nil : edited
        }
    }

    /// Runs the editor command through a shell, as git does, because it may have options.
    private func run(on path: String) throws {
        let command = try command()
        let script = command + #" "$@""#
        let status = try TerminalProcess.run(["-c", script, command, path], environment: environment)
        guard status != Self.missingStatus else { throw unavailable("cannot run the editor \"\(command)\"") }
        guard status == 0 else { throw unavailable("the editor \"\(command)\" has failed (status \(status))") }
    }

    /// The exit status of a shell for a missing program.
    private static let missingStatus: Int32 = 127

    private func command() throws -> String {
        let chosen = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
        if let chosen { return chosen }
        guard isOnTerminal else {
            throw ControlError(
                .usage,
                "an editor needs a terminal; nothing was changed",
                hint: "say what to change, as in: phlistctl edit milk --title \"oat milk\""
            )
        }
        let programs = ProgramLookup(environment)
        guard let name = ["sensible-editor", "vi"].first(where: programs.finds) else {
            throw unavailable("there is no editor")
        }
        return name
    }

    private func unavailable(_ what: String) -> ControlError {
        ControlError(.unavailable, "\(what); nothing was changed", hint: "set EDITOR to the editor that you like")
    }

    private func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot make \(path)") }
        defer { close(descriptor) }
        try DescriptorOutput(descriptor: descriptor).write(text)
    }

    private func read(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("the editor removed its file") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = Glibc.read(descriptor, &piece, piece.count), count != 0 {
            // A partial text must not replace the whole one.
            guard count > 0 else { throw failure("cannot read \(path)") }
            bytes += piece[..<count]
            guard bytes.count <= Limits.editedSizeMax else {
                throw ControlError(.tooLarge, "the text has more than \(Limits.editedSizeMax) bytes")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ControlError(.invalid, "the editor left a text that is not UTF-8")
        }
        return text
    }

    private func failure(_ what: String) -> ControlError {
        ControlError(.inputOutput, "\(what): \(Errno.last)")
    }
}
