import PhlistControl
import PhlistVocabulary

/// A line of a todo.txt, split into its parts.
///
/// ```
/// line = (done | open) word { blank word }…
/// done = "x" blank (completed blank (created blank)?)?
/// open = ("(" A-Z ")" blank)? (created blank)?
/// ```
struct TodoTextLine {
    var isDone = false
    /// The priority, from A to Z.
    var priority: Character?
    var completed: CivilDate?
    var created: CivilDate?
    /// Everything else, including spaces.
    var text = ""
    /// The column where the text begins, counted from 1.
    var column = 1

    init(_ line: String) {
        var words = line.scalars.split(separator: " ", omittingEmptySubsequences: false)[...]
        func takeDate() -> CivilDate? {
            guard words.count > 1, let date = words.first.flatMap({ CivilDate(String($0)) }), date.minute == nil else {
                return nil
            }
            words.removeFirst()
            return date
        }
        if words.count > 1, words.first.map(String.init) == "x" {
            isDone = true
            words.removeFirst()
            completed = takeDate()
        } else if let word = words.first, words.count > 1, let letter = Self.priority(word) {
            priority = letter
            words.removeFirst()
        }
        created = !isDone || completed != nil ? takeDate() : nil
        text = words.map(String.init).joined(separator: " ")
        column = line.unicodeScalars.count - text.unicodeScalars.count + 1
    }

    private static func priority(_ word: Scalars) -> Character? {
        let letters = Array(word)
        guard letters.count == 3, letters[0] == "(", letters[2] == ")", ("A"..."Z").contains(letters[1]) else {
            return nil
        }
        return Character(letters[1])
    }
}

/// A word of a todo.txt.
enum TodoTextWord {
    case text
    /// A project or a context, including its sign.
    case label(String)
    case pair(key: String, value: String)

    init(_ word: Scalars) {
        if let first = word.first, "+@".unicodeScalars.contains(first), word.count > 1 {
            self = .label(String(word))
            return
        }
        guard let colon = word.firstIndex(of: ":") else {
            self = .text
            return
        }
        let (key, value) = (String(word[..<colon]), word[word.index(after: colon)...])
        guard Self.isKey(key), !value.isEmpty, !value.hasPrefix("//") else {
            self = .text
            return
        }
        self = .pair(key: key, value: String(value))
    }

    var isLabel: Bool {
        if case .label = self { true } else { false }
    }

    /// Whether a text is a letter followed by letters, digits, hyphens and underscores.
    static func isKey(_ text: String) -> Bool {
        guard let first = text.utf8.first, Character(Unicode.Scalar(first)).isASCIILetter else { return false }
        return text.utf8.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isASCIILetter || ("0"..."9").contains(character) || "-_".contains(character)
        }
    }

    /// Returns a value as one word, with white space and control characters percent-encoded, and the first slash of
    /// two at its beginning, with which it would be an address.
    static func escaped(_ text: String) -> String {
        guard !text.scalars.hasPrefix("//") else { return "%2F\(escaped(String(text.scalars.dropFirst())))" }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            guard scalar == "%" || scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            else {
                result.unicodeScalars.append(scalar)
                return
            }
            for byte in Array(String(scalar).utf8) {
                result += byte < 16 ? "%0" : "%"
                result += String(byte, radix: 16, uppercase: true)
            }
        }
    }

    static func unescaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let digits = bytes[index...].dropFirst().prefix(2)
            let byte = digits.count == 2 ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
            if bytes[index] == UInt8(ascii: "%"), let byte, digits.first != UInt8(ascii: "+") {
                result.append(byte)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self) ?? text
    }
}

extension Character {
    var isASCIILetter: Bool { isASCII && isLetter }
}

/// The keys of a todo.txt that stand for fields of an item.
enum TodoTextKey: String, CaseIterable {
    case due
    /// A rule, as several programs write it.
    case recurrence = "rec"
    /// The title, if it would be misread otherwise; the text before it is for people.
    case title = "phlist-title"
    /// The creation day of a done item, if its completion day is unknown.
    case created
    /// The priority of a done item.
    case priority = "pri"
    case status
    case assignee
    case percent
    case tags
    case note
    case list
    case section
    /// The number of an item, and the number of its parent.
    case number = "id"
    case parent = "p"
}
