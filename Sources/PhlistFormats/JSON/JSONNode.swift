/// A JSON value and the position where it begins.
struct JSONNode {
    var position: Position
    var value: Value

    /// A JSON value; numbers keep their text.
    enum Value {
        case null
        case flag(Bool)
        case number(String)
        case text(String)
        case array([JSONNode])
        case object([Member])
    }

    struct Member {
        var name: String
        var node: JSONNode
    }
}

/// Parses JSON (RFC 8259) and keeps the position of every value.
struct JSONParser {
    private let source: SourceText
    private var offset = 0
    /// The current line, its start, and the number of its UTF-8 continuation bytes so far: counting from the beginning
    /// of the file for each value would take quadratic time.
    private var line = 1
    private var lineStart = 0
    private var continuationCount = 0

    init(_ source: SourceText) {
        self.source = source
    }

    /// Parses all values of the file: usually one, but some programs write one object per line.
    mutating func values() throws(FormatError) -> [JSONNode] {
        var values: [JSONNode] = []
        while true {
            skipSpace()
            guard peek != nil else { break }
            values.append(try value(depth: 0))
        }
        guard !values.isEmpty else { throw fault("the file is empty") }
        return values
    }

    private var peek: UInt8? { offset < source.bytes.count ? source.bytes[offset] : nil }

    private func fault(_ message: String, at offset: Int? = nil) -> FormatError {
        FormatError(source.position(of: offset ?? self.offset), message)
    }

    private func unexpected() -> FormatError {
        guard let byte = peek else { return fault("the file ends in the middle of a value") }
        let character = String(decoding: source.bytes[offset...].prefix(4), as: UTF8.self).first.map(String.init) ?? ""
        return fault(byte < 0x20 ? "this is not JSON" : "this is not JSON: unexpected \"\(character)\"")
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            offset += 1
            guard byte == 0x0A else { continue }
            (line, lineStart, continuationCount) = (line + 1, offset, 0)
        }
    }

    private mutating func take(_ byte: UInt8) throws(FormatError) {
        guard peek == byte else { throw unexpected() }
        offset += 1
    }

    /// Deeper than any file written by hand or by a known program.
    private static let depthMax = 64

    private mutating func value(depth: Int) throws(FormatError) -> JSONNode {
        guard depth <= Self.depthMax else { throw fault("more than \(Self.depthMax) levels are nested") }
        skipSpace()
        let position = Position(line: line, column: offset - lineStart - continuationCount + 1)
        let value: JSONNode.Value =
            switch peek {
            case UInt8(ascii: "{")?: .object(try members(depth: depth))
            case UInt8(ascii: "[")?: .array(try elements(depth: depth))
            case UInt8(ascii: "\"")?: .text(try text())
            case UInt8(ascii: "t")?: try word("true", .flag(true))
            case UInt8(ascii: "f")?: try word("false", .flag(false))
            case UInt8(ascii: "n")?: try word("null", .null)
            default: .number(try number())
            }
        return JSONNode(position: position, value: value)
    }

    private mutating func word(_ word: String, _ value: JSONNode.Value) throws(FormatError) -> JSONNode.Value {
        for byte in word.utf8 { try take(byte) }
        return value
    }

    private mutating func members(depth: Int) throws(FormatError) -> [JSONNode.Member] {
        try take(UInt8(ascii: "{"))
        var members: [JSONNode.Member] = []
        skipSpace()
        while peek != UInt8(ascii: "}") {
            if !members.isEmpty { try take(UInt8(ascii: ",")) }
            skipSpace()
            let name = try text()
            skipSpace()
            try take(UInt8(ascii: ":"))
            members.append(JSONNode.Member(name: name, node: try value(depth: depth + 1)))
            skipSpace()
        }
        offset += 1
        return members
    }

    private mutating func elements(depth: Int) throws(FormatError) -> [JSONNode] {
        try take(UInt8(ascii: "["))
        var elements: [JSONNode] = []
        skipSpace()
        while peek != UInt8(ascii: "]") {
            if !elements.isEmpty { try take(UInt8(ascii: ",")) }
            elements.append(try value(depth: depth + 1))
            skipSpace()
        }
        offset += 1
        return elements
    }

    private mutating func number() throws(FormatError) -> String {
        let start = offset
        while let byte = peek, "+-0123456789.eE".utf8.contains(byte) { offset += 1 }
        let text = String(decoding: source.bytes[start..<offset], as: UTF8.self)
        guard !text.isEmpty else { throw unexpected() }
        guard Double(text) != nil else { throw fault("\(text) is not a number", at: start) }
        return text
    }

    private mutating func text() throws(FormatError) -> String {
        try take(UInt8(ascii: "\""))
        var bytes: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                offset += 1
                bytes += Array(try escaped().utf8)
            case ..<0x20: throw fault("a text has a control character; write it as an escape")
            default:
                bytes.append(byte)
                continuationCount += byte.isContinuation ? 1 : 0
                offset += 1
            }
        }
        throw unexpected()
    }

    private static let escapes: [UInt8: String] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private mutating func escaped() throws(FormatError) -> String {
        guard let byte = peek else { throw unexpected() }
        if let text = Self.escapes[byte] {
            offset += 1
            return text
        }
        guard byte == UInt8(ascii: "u") else {
            throw fault("\\\(Character(Unicode.Scalar(byte))) is not a JSON escape")
        }
        let start = offset
        let unit = try codeUnit()
        guard UTF16.isSurrogate(unit) else { return String(utf16CodeUnits: [unit]) }
        guard UTF16.isLeadSurrogate(unit), peek == UInt8(ascii: "\\") else {
            throw fault("one half of a surrogate pair, which is not a character", at: start)
        }
        offset += 1
        let other = peek == UInt8(ascii: "u") ? try codeUnit() : 0
        guard UTF16.isTrailSurrogate(other) else {
            throw fault("one half of a surrogate pair, which is not a character", at: start)
        }
        return String(utf16CodeUnits: [unit, other])
    }

    /// Parses the four digits after `u`.
    private mutating func codeUnit() throws(FormatError) -> UInt16 {
        let digits = source.bytes[(offset + 1)...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("\\u wants four hexadecimal digits") }
        offset += 5
        return unit
    }
}

extension UTF16 {
    static func isSurrogate(_ unit: UInt16) -> Bool { isLeadSurrogate(unit) || isTrailSurrogate(unit) }
}

extension String {
    init(utf16CodeUnits units: [UInt16]) {
        self.init(decoding: units, as: UTF16.self)
    }
}
