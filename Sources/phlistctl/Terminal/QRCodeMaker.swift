import FoundationEssentials
import PhlistControl

/// Makes QR codes with `qrencode`.
struct QRCodeMaker {
    private static let program = "qrencode"

    private let environment: [String: String]

    /// Returns a function that makes the lines of a code from a text; nil if the program is missing.
    ///
    /// A line has one character for each column of a code and for two of its rows: the light modules are blocks, for a
    /// dark background.
    static func making(environment: [String: String]) -> ((_ text: String) throws -> [String])? {
        guard ProgramLookup(environment).finds(program) else { return nil }
        return QRCodeMaker(environment: environment).codeLines
    }

    private func codeLines(of text: String) throws -> [String] {
        try TemporaryDirectory.with(environment) { directory in
            // In a file, because other users can see the arguments of a process.
            try TemporaryDirectory.write(Array(text.utf8), to: "\(directory)/text")
            let script = #"cd "$1" && exec prlimit --as=1073741824 --cpu=20 --core=0 -- "# + Self.command
            let status = try TerminalProcess.run(["-c", script, Self.program, directory], environment: environment)
            guard status == 0 else {
                throw ControlError(.unavailable, "qrencode cannot make the code (status \(status))")
            }
            return try lines(of: "\(directory)/code")
        }
    }

    /// Takes bytes as they are, with the lowest level of error correction, which has the most room, and a margin of
    /// two: phones need no more.
    private static let command = "qrencode -8 -l L -m 2 -t UTF8 -o code <text"

    private func lines(of path: String) throws -> [String] {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ControlError(.unavailable, "qrencode has made no code")
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
