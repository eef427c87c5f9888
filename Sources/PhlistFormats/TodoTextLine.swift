import PhlistControl

/// A line of a todo.txt, in its parts.
///
/// ```
/// line = (done | open) word { blank word }…
/// done = "x" blank (completed blank (created blank)?)?
/// open = ("(" A-Z ")" blank)? (created blank)?
/// ```
struct TodoTextLine {
    var isDone = false
    /// From A to Z.
    var priority: Character?
    var completed: CivilDate?
    var created: CivilDate?
    /// All else, blanks included.
    var text = ""
    /// Where the text begins.
    var column = 1

    init(_ line: String) {
        var words = line.split(separator: " ", omittingEmptySubsequences: false)[...]
        func takeDate() -> CivilDate? {
            guard words.count > 1, let date = words.first.flatMap({ CivilDate(String($0)) }), date.minute == nil else {
                return nil
            }
            words.removeFirst()
            return date
        }
        if words.first == "x", words.count > 1 {
            isDone = true
            words.removeFirst()
            completed = takeDate()
        } else if let word = words.first, words.count > 1, let letter = Self.priority(word) {
            priority = letter
            words.removeFirst()
        }
        created = !isDone || completed != nil ? takeDate() : nil
        text = words.joined(separator: " ")
        column = line.unicodeScalars.count - text.unicodeScalars.count + 1
    }

    private static func priority(_ word: Substring) -> Character? {
        let letters = Array(word)
        guard letters.count == 3, letters[0] == "(", letters[2] == ")", ("A"..."Z").contains(letters[1]) else {
            return nil
        }
        return letters[1]
    }
}

/// A word of a todo.txt.
enum TodoTextWord {
    case text
    /// A project or a context, its sign included.
    case label(String)
    case pair(key: String, value: String)

    init(_ word: Substring) {
        if let first = word.first, "+@".contains(first), word.count > 1 {
            self = .label(String(word))
            return
        }
        guard let colon = word.firstIndex(of: ":") else {
            self = .text
            return
        }
        let (key, value) = (word[..<colon], word[word.index(after: colon)...])
        guard Self.isKey(key), !value.isEmpty, !value.hasPrefix("//") else {
            self = .text
            return
        }
        self = .pair(key: String(key), value: String(value))
    }

    var isLabel: Bool {
        if case .label = self { true } else { false }
    }

    /// A letter, and then letters, digits, hyphens and underscores.
    static func isKey(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, Character(Unicode.Scalar(first)).isASCIILetter else { return false }
        return text.utf8.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isASCIILetter || ("0"..."9").contains(character) || "-_".contains(character)
        }
    }

    /// A value of ours as one word: blanks, and what cannot stand in a line, as in the address of a page.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
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

/// The pairs of a todo.txt that stand for fields of ours.
enum TodoTextKey: String, CaseIterable {
    case due
    /// What an item is called whose title would be read as something else; what stands before it is for the eye.
    case title = "phlist-title"
    /// The day on which an item that is done was made, when none is known on which it was done.
    case created
    /// The priority of what is done.
    case priority = "pri"
    case status
    case assignee
    case quantity = "qty"
    case percent
    case tags
    case note
    case list
    case section
    /// What others name as what they stand below, and what they name.
    case number = "id"
    case parent = "p"
}
