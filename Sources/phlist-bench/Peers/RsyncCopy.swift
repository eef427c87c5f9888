import Glibc

/// A file that rsync copies, from one of its processes to another one on the same machine.
///
/// Its server needs a privilege that the namespaces of the bench do not have, so nothing crosses a network.
struct RsyncCopy: FilePeer {
    private static let program = "/usr/bin/rsync"

    private let directory: String

    private var source: String { "\(directory)/list.txt" }

    /// Makes a first copy in a new directory; nil if rsync is not installed.
    init?(in directory: String) throws {
        guard access(Self.program, X_OK) == 0 else { return nil }
        self.directory = directory
        for path in [directory, "\(directory)/there"] { mkdir(path, 0o700) }
        // In place of ssh: it drops the name of the host and runs the rest.
        guard let script = fopen("\(directory)/rsh", "w") else {
            throw TimedProcess.Failure(description: "cannot write to \(directory)")
        }
        fputs("#!/bin/sh\nshift\nexec \"$@\"\n", script)
        fclose(script)
        chmod("\(directory)/rsh", 0o700)
        _ = try timeToSend("first\n")
    }

    func timeToSend(_ text: String) throws -> Duration {
        let began = ContinuousClock.now
        try append(text, to: source)
        let words = [Self.program, "--inplace", "--fsync", "--rsh=\(directory)/rsh", source]
        _ = try TimedProcess.run(words + ["there:\(directory)/there/"])
        return ContinuousClock.now - began
    }
}
