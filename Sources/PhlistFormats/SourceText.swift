import PhlistControl
import PhlistVocabulary

/// A position in a file; line and column count from 1, columns in Unicode scalars.
///
/// People read "character", because a column is something else in a table.
package struct Position: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int = 1) {
        (self.line, self.column) = (line, column)
    }

    package static func < (first: Position, second: Position) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }

    package var description: String { "line \(line), character \(column)" }
}

/// An error in a file that is read.
package struct FormatError: Error, Hashable, Sendable {
    package var position: Position
    /// The error with its value, in one line that starts in lower case.
    package var message: String

    package init(_ position: Position, _ message: String) {
        (self.position, self.message) = (position, message)
    }
}

/// A file as UTF-8, without a byte order mark.
package struct SourceText: Sendable {
    let bytes: [UInt8]
    /// The original encoding of the file.
    package let encoding: TextEncoding

    /// Decodes the bytes of a file.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        (self.bytes, encoding) = try TextEncoding.decoded(bytes)
    }

    /// Whether it has only white space.
    package var isBlank: Bool {
        bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// The non-blank lines in the first 16 KiB, enough to recognise the format.
    var head: [String] {
        let text = String(decoding: bytes.prefix(Self.headSize), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).filter { !$0.trimmed.isEmpty }.map(String.init)
    }

    private static let headSize = 16 << 10

    /// Returns the line and the column of a byte.
    func position(of offset: Int) -> Position {
        Position(of: offset, in: bytes)
    }

    /// The lines without their line breaks; one at the end of the file does not begin another line.
    var lines: [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }
}

extension Position {
    /// Returns the line and the column of a byte.
    init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes[..<min(offset, bytes.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self.init(line: line, column: before[start...].count { !$0.isContinuation } + 1)
    }
}

extension UInt8 {
    /// Whether this is a UTF-8 continuation byte.
    var isContinuation: Bool { self & 0xC0 == 0x80 }
}
