import Foundation
import Testing

/// Runs programs one after the other in a known environment.
struct Shell {
    var environment: [String: String]
    var directory: String

    /// Runs a program to its end; input and outputs of any size.
    func run(_ program: String, _ arguments: [String], input: String = "") throws -> Outcome {
        let outputs = [Pipe(), Pipe()]
        let child = try Child(
            Child.Start(
                program: program,
                arguments: arguments,
                environment: environment,
                directory: directory,
                files: [try inputFile(input)] + outputs.map(\.fileHandleForWriting)
            )
        )
        try outputs.forEach { try $0.fileHandleForWriting.close() }
        let texts = read(outputs.map(\.fileHandleForReading.fileDescriptor), until: .now + Self.patience)
        return Outcome(status: try child.wait(within: Self.patience), output: texts[0], messages: texts[1])
    }

    /// Longer than any command is told to wait for other devices.
    private static let patience = Duration.seconds(90)

    /// A file, so that nobody has to write while the program already prints.
    private func inputFile(_ input: String) throws -> FileHandle? {
        guard !input.isEmpty else { return nil }
        let path = "\(directory)/input"
        try Data(input.utf8).write(to: URL(filePath: path))
        return try FileHandle(forReadingFrom: URL(filePath: path))
    }

    /// Reads from several files at once, each to its end.
    private func read(_ descriptors: [Int32], until deadline: ContinuousClock.Instant) -> [String] {
        var bytes: [Int32: [UInt8]] = [:]
        var open = descriptors
        while !open.isEmpty {
            let readable = Descriptor.readable(open, until: deadline)
            guard !readable.isEmpty else { break }
            for descriptor in readable {
                let piece = Descriptor.read(descriptor)
                bytes[descriptor, default: []] += piece
                if piece.isEmpty { open.removeAll { $0 == descriptor } }
            }
        }
        return descriptors.map { String(decoding: bytes[$0] ?? [], as: UTF8.self) }
    }
}

/// What has become of a program.
struct Outcome: Equatable {
    /// The exit status, or 128 and the number of a signal.
    var status: Int32
    var output: String
    var messages: String

    /// All of it as in a session.
    var transcript: [String] {
        lines(output, "") + lines(messages, "! ") + (status == 0 ? [] : ["exit \(status)"])
    }

    /// Expects a status, and the lines that were printed, messages as in a session.
    func expect(_ status: Int32, _ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        let expected = lines + (status == 0 ? [] : ["exit \(status)"])
        #expect(transcript == expected, sourceLocation: sourceLocation)
    }

    /// The lines, each behind a prefix; ␄ shows that the last one has no end.
    private func lines(_ text: String, _ prefix: String) -> [String] {
        guard !text.isEmpty else { return [] }
        let whole = text.hasSuffix("\n") ? String(text.dropLast()) : "\(text)␄"
        return SessionText.lines(of: whole).map { prefix + $0 }
    }
}
