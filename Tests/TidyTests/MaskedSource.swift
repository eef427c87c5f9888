/// Swift text taken apart: the code with comments and texts blanked, and the comments with the code blanked.
///
/// Both have the lines and columns of the original. Regular expressions between slashes are taken for code.
struct MaskedSource {
    private(set) var codeLines: [String] = []
    private(set) var commentLines: [String] = []

    private let bytes: [UInt8]
    private var code: [UInt8]
    private var comments: [UInt8]
    private var index = 0

    /// Takes a file apart.
    init(_ text: String) {
        bytes = Array(text.utf8)
        let blank = bytes.map { $0 == Self.newline ? Self.newline : Self.space }
        code = blank
        comments = blank
        readCode(until: nil)
        codeLines = Self.lines(code)
        commentLines = Self.lines(comments)
    }

    private static let newline = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: newline, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads code up to the end, or behind the parenthesis that ends an interpolation.
    private mutating func readCode(until end: UInt8?) {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where next == UInt8(ascii: "/"): readLineComment()
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"): readBlockComment()
            case UInt8(ascii: "#") where hashesOpenText: readText(hashes: countHashes())
            case UInt8(ascii: "\""): readText(hashes: 0)
            case UInt8(ascii: "`"): readQuotedName()
            case let byte:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                code[index] = byte
                index += 1
                if byte == end, depth < 0 { return }
            }
        }
    }

    private var next: UInt8? {
        index + 1 < bytes.count ? bytes[index + 1] : nil
    }

    private func matches(_ word: String, at start: Int) -> Bool {
        bytes[min(start, bytes.count)...].starts(with: word.utf8)
    }

    private mutating func readLineComment() {
        while index < bytes.count, bytes[index] != Self.newline {
            comments[index] = bytes[index]
            index += 1
        }
    }

    private mutating func readBlockComment() {
        var depth = 0
        repeat {
            if matches("/*", at: index) { depth += 1 }
            if index > 0, matches("*/", at: index - 1) { depth -= 1 }
            comments[index] = bytes[index]
            index += 1
        } while index < bytes.count && depth > 0
    }

    /// A name between backticks may be a whole sentence; it is neither code nor comment.
    private mutating func readQuotedName() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "`"), bytes[index] != Self.newline { index += 1 }
        index += 1
    }

    private var hashesOpenText: Bool {
        bytes[index...].first { $0 != UInt8(ascii: "#") } == UInt8(ascii: "\"")
    }

    private mutating func countHashes() -> Int {
        let start = index
        while bytes[index] == UInt8(ascii: "#") { index += 1 }
        return index - start
    }

    /// Skips a text, one line or many, the former to the end of the line at most; code in its interpolations is kept.
    private mutating func readText(hashes: Int) {
        let quote = matches("\"\"\"", at: index) ? "\"\"\"" : "\""
        let end = quote + String(repeating: "#", count: hashes)
        let escape = "\\" + String(repeating: "#", count: hashes)
        index += quote.utf8.count
        while index < bytes.count, !matches(end, at: index) {
            if quote.utf8.count == 1, bytes[index] == Self.newline { return }
            guard matches(escape, at: index) else {
                index += 1
                continue
            }
            index += escape.utf8.count + 1
            if index <= bytes.count, bytes[index - 1] == UInt8(ascii: "(") { readCode(until: UInt8(ascii: ")")) }
        }
        index = min(index + end.utf8.count, bytes.count)
    }
}
