import PhlistControl
import PhlistVocabulary

/// A mark in a line of Markdown besides its text: a word at its end, or a hashtag.
///
/// Marks are `#tag`, `[key:: value]` as in Dataview, `due:2026-12-25`, and the emoji of Obsidian Tasks.
enum MarkdownMark {
    case tag(String)
    case field(name: String, value: String)

    /// The meanings of the emoji before a date.
    static let dateSigns = [
        "\u{1F4C5}": "due", "\u{1F5D3}": "due", "\u{2705}": "completed", "\u{2795}": "created",
        "\u{1F6EB}": "start", "\u{23F3}": "scheduled", "\u{274C}": "cancelled",
    ]
    static let prioritySigns: [String: Priority] = [
        "\u{1F53A}": .high, "\u{23EB}": .high, "\u{1F53C}": .medium, "\u{1F53D}": .low, "\u{23EC}": .low,
    ]

    /// Whether a scalar is one of these emoji, which are written as a character reference when they are text.
    static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        dateSigns[String(scalar)] != nil || prioritySigns[String(scalar)] != nil
    }

    /// Returns an emoji without its variation selector.
    static func plain(_ word: String) -> String {
        String(String.UnicodeScalarView(word.unicodeScalars.filter { $0 != "\u{FE0F}" }))
    }

    /// Whether a tag can follow a hash: letters, digits and a few other characters, but not digits alone.
    static func isHashtag(_ tag: String) -> Bool {
        guard !tag.isEmpty, !tag.allSatisfy(\.isNumber) else { return false }
        return tag.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_/+@".unicodeScalars.contains(scalar)
        } && !tag.unicodeScalars.contains { isSign($0) }
    }
}

/// The text of a line of Markdown, separated from its marks.
struct MarkdownInline {
    private(set) var text: String
    private(set) var marks: [MarkdownMark] = []

    init(_ line: String) {
        var rest = line.scalars.trimmed
        while let (shorter, mark) = Self.withoutMark(rest) {
            marks.append(mark)
            rest = shorter.trimmed
        }
        marks.reverse()
        // A hashtag inside a sentence also stays a word of it.
        for word in rest.split(separator: " ")
        where word.first == "#" && MarkdownMark.isHashtag(String(word.dropFirst())) {
            marks.append(.tag(String(word.dropFirst())))
        }
        text = String(rest)
    }

    /// Returns the mark at the end of a line and the line without it; nil if there is no mark, or nothing else.
    private static func withoutMark(_ line: Scalars) -> (Scalars, MarkdownMark)? {
        if let found = withoutField(line) { return found }
        guard let (rest, last) = withoutWord(line) else { return nil }
        if last.first == "#", MarkdownMark.isHashtag(String(last.dropFirst())) {
            return (rest, .tag(String(last.dropFirst())))
        }
        if last.hasPrefix("due:"), CivilDate(String(last.dropFirst(4))) != nil {
            return (rest, .field(name: "due", value: String(last.dropFirst(4))))
        }
        let word = MarkdownMark.plain(String(last))
        if let priority = MarkdownMark.prioritySigns[word] {
            return (rest, .field(name: "priority", value: priority.name))
        }
        guard CivilDate(word) != nil, let (rest, sign) = withoutWord(rest),
            let name = MarkdownMark.dateSigns[MarkdownMark.plain(String(sign))]
        else { return nil }
        return (rest, .field(name: name, value: word))
    }

    /// Returns a line up to its last space, and the word behind that; nil for a line without one.
    private static func withoutWord(_ line: Scalars) -> (rest: Scalars, word: Scalars)? {
        line.lastIndex(of: " ").map { (line[..<$0], line[line.index(after: $0)...]) }
    }

    /// Returns a field `[key:: value]` or `(key:: value)` at the end of a line, and the line without it.
    private static func withoutField(_ line: Scalars) -> (Scalars, MarkdownMark)? {
        guard let close = line.last, let open = ["]": "[", ")": "("][close] as Unicode.Scalar? else { return nil }
        guard let start = line.lastIndex(of: open), start > line.startIndex else { return nil }
        let before = line[..<start]
        guard before.last == " ", !MarkdownText.isEscaped(line, at: line.index(before: line.endIndex)) else {
            return nil
        }
        let inside = line[line.index(after: start)...].dropLast()
        guard let colons = inside.firstRange(of: "::".unicodeScalars) else { return nil }
        let name = String(inside[..<colons.lowerBound])
        guard TodoTextWord.isKey(name) else { return nil }
        let value = MarkdownText.unescaped(String(inside[colons.upperBound...].trimmed))
        return (before, .field(name: name, value: value))
    }
}

/// Backslash escapes and numeric character references, as in CommonMark.
enum MarkdownText {
    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (0x21...0x7E).contains(scalar.value) && !scalar.properties.isAlphabetic
            && scalar.properties.numericType == nil
    }

    /// Whether an odd number of backslashes precedes an index.
    static func isEscaped(_ text: Scalars, at index: String.Index) -> Bool {
        !text[..<index].reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2)
    }

    /// Returns a text with its escapes and references resolved.
    static func unescaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\\" || $0 == "&" }) else { return text }
        var (result, rest) = (String.UnicodeScalarView(), Array(text.unicodeScalars)[...])
        while let scalar = rest.popFirst() {
            if scalar == "\\", let next = rest.first, isPunctuation(next) {
                result.append(next)
                rest = rest.dropFirst()
            } else if scalar == "&", let (found, count) = number(rest) {
                result.append(found)
                rest = rest.dropFirst(count)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Parses `#x23EB;` or `#8987;` into its character and the length of the reference.
    private static func number(_ text: ArraySlice<Unicode.Scalar>) -> (Unicode.Scalar, Int)? {
        guard text.first == "#", let end = text.prefix(numberSizeMax).firstIndex(of: ";") else { return nil }
        let digits = String(String.UnicodeScalarView(text[(text.startIndex + 1)..<end]))
        let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
        let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard !digits.contains("+"), let scalar = value.flatMap(Unicode.Scalar.init) else { return nil }
        return (scalar, end - text.startIndex + 1)
    }

    private static let numberSizeMax = 9

    /// Escapes a text so that no part of it is read as a mark.
    static func escaped(_ text: String) -> String {
        let words = text.scalars.split(separator: " ", omittingEmptySubsequences: false).map(escaped)
        return escapedStart(words.joined(separator: " "))
    }

    private static func escaped(word: Scalars) -> String {
        var result = String.UnicodeScalarView()
        for scalar in word {
            if MarkdownMark.isSign(scalar) {
                result.append(contentsOf: number(of: scalar).unicodeScalars)
                continue
            }
            if ["\\", "]", ")", "&", "~", "#"].contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        if result[...].hasPrefix("due:") { result.insert("\\", at: result.index(result.startIndex, offsetBy: 3)) }
        return String(result)
    }

    /// Escapes the start of a line so that it is not read as a heading, an item or a check box.
    static func escapedStart(_ text: String) -> String {
        guard let first = text.unicodeScalars.first else { return text }
        if "-*+#[>|=_`~<".unicodeScalars.contains(first) { return "\\\(text)" }
        let digits = text.scalars.prefix { ("0"..."9").contains($0) }
        let rest = text.scalars.dropFirst(digits.count)
        guard !digits.isEmpty, rest.first == "." || rest.first == ")" else { return text }
        return String(digits) + "\\" + String(rest)
    }
}
