/// A table of cells (RFC 4180), with any of the separators that spreadsheets use.
struct CSVTable {
    /// All rows except empty ones.
    private(set) var rows: [[Cell]] = []
    /// The separator: the one named in a first line such as `sep=;`, which Excel writes, else the most frequent of
    /// comma, semicolon and tab in the first line; a comma if it has none.
    let separator: UInt8

    struct Cell {
        var text: String
        var position: Position
    }

    init(_ source: SourceText) throws(FormatError) {
        let named = Self.namedSeparator(of: source.bytes)
        separator = named ?? Self.separator(of: source.bytes)
        var scanner = CSVScanner(source, separator)
        if named != nil { _ = try scanner.row() }
        while let row = try scanner.row() {
            if !row.allSatisfy({ $0.text.isEmpty }) { rows.append(row) }
        }
    }

    private static func namedSeparator(of bytes: [UInt8]) -> UInt8? {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return line.count == 5 && line.starts(with: "sep=".utf8) ? line.last : nil
    }

    private static func separator(of bytes: [UInt8]) -> UInt8 {
        var isQuoted = false
        var counts: [UInt8: Int] = [:]
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if byte == UInt8(ascii: "\n") { break }
            counts[byte, default: 0] += 1
        }
        let separators = [",", ";", "\t"].map { UInt8(ascii: $0) }
        return separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? UInt8(ascii: ",")
    }
}

/// Reads the rows of a table in one pass over its bytes.
private struct CSVScanner {
    private let bytes: [UInt8]
    private let separator: UInt8
    private var offset = 0
    private var position = Position(line: 1)

    init(_ source: SourceText, _ separator: UInt8) {
        bytes = source.bytes
        self.separator = separator
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func advance() {
        let byte = bytes[offset]
        offset += 1
        if byte == UInt8(ascii: "\n") {
            position = Position(line: position.line + 1)
        } else if !byte.isContinuation {
            position.column += 1
        }
    }

    /// Reads the next row; nil at the end.
    mutating func row() throws(FormatError) -> [CSVTable.Cell]? {
        guard peek != nil else { return nil }
        var row: [CSVTable.Cell] = []
        while true {
            let start = position
            let text = peek == UInt8(ascii: "\"") ? try quoted() : plain()
            row.append(CSVTable.Cell(text: text, position: start))
            guard peek == separator else { break }
            advance()
        }
        if peek == UInt8(ascii: "\r") { advance() }
        if peek == UInt8(ascii: "\n") { advance() }
        return row
    }

    /// Reads an unquoted cell, up to the separator or the end of the line; quotes inside it are text.
    private mutating func plain() -> String {
        let start = offset
        while let byte = peek, byte != separator, byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "\r"), offset + 1 == bytes.count || bytes[offset + 1] == UInt8(ascii: "\n") {
                break
            }
            advance()
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func quoted() throws(FormatError) -> String {
        let start = position
        var text: [UInt8] = []
        advance()
        while let byte = peek {
            advance()
            guard byte == UInt8(ascii: "\"") else {
                text.append(byte)
                continue
            }
            guard peek == UInt8(ascii: "\"") else {
                try checkEnd()
                return String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
            }
            text.append(byte)
            advance()
        }
        throw FormatError(start, "the quotes that begin here do not end")
    }

    private func checkEnd() throws(FormatError) {
        guard let byte = peek, byte != separator, byte != UInt8(ascii: "\n") else { return }
        guard byte != UInt8(ascii: "\r") else { return }
        throw FormatError(position, "there is text behind the quotes of a cell; quotes in a text are doubled")
    }
}
