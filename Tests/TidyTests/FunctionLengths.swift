/// Finds functions, initialisers and computed properties by their braces, and measures them.
enum FunctionLengths {
    /// A function with a body.
    struct Function: Equatable {
        var name: String
        /// The first and last line, counted from 1.
        var lines: ClosedRange<Int>
    }

    /// The functions of a file, nested ones included, in the order of their first lines.
    static func functions(in text: String) -> [Function] {
        let lines = MaskedSource(text).codeLines
        return lines.indices.compactMap { start in
            guard let name = declaredName(lines[start]), let end = endOfBody(lines, from: start) else { return nil }
            return Function(name: name, lines: start + 1...end + 1)
        }
    }

    /// What a line declares, when the declaration may have a body.
    ///
    /// Words are taken apart by hand: a regular expression for each line of the project takes half a minute.
    private static func declaredName(_ line: String) -> String? {
        var rest = line.utf8[...]
        while true {
            rest = rest.drop { $0 == space }
            let word = rest.prefix { isOfName($0) || $0 == UInt8(ascii: "@") }
            rest = rest.dropFirst(word.count)
            switch String(Substring(word)) {
            case "func", "var", "let": return String(Substring(rest.drop { $0 == space }.prefix(while: isOfName)))
            case "init": return rest.first.map { "?<(".utf8.contains($0) } ?? false ? "init" : nil
            case let name where name == "deinit" || name == "subscript": return name
            case "": return nil
            default: break
            }
            // A modifier or an attribute, perhaps with something in parentheses.
            if rest.first == UInt8(ascii: "(") { rest = rest.drop { $0 != UInt8(ascii: ")") }.dropFirst() }
            guard rest.first == space else { return nil }
        }
    }

    private static let space = UInt8(ascii: " ")

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 128...:
            true
        default: false
        }
    }

    /// The line of the brace that closes the body; nil when there is none.
    ///
    /// The body is the first brace outside parentheses. A line that begins something else, or a value, ends the search.
    private static func endOfBody(_ lines: [String], from start: Int) -> Int? {
        var braces = 0
        var parentheses = 0
        for index in start..<lines.endIndex {
            if index > start, braces == 0, parentheses == 0, endsDeclaration(lines[index]) { return nil }
            for character in lines[index].utf8 {
                switch character {
                case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
                case UInt8(ascii: "{") where parentheses == 0 || braces > 0: braces += 1
                case UInt8(ascii: "}") where braces > 0:
                    braces -= 1
                    if braces == 0 { return index }
                case UInt8(ascii: "}") where parentheses == 0: return nil
                default: break
                }
            }
        }
        return nil
    }

    private static let continuations = ["{", ")", "->", "where", "throws", "async", "some", "any", "=", ":", "&"]

    /// Whether a line cannot continue a declaration whose body has not begun.
    private static func endsDeclaration(_ line: String) -> Bool {
        let line = line.utf8.drop { $0 == space }
        return !continuations.contains { line.starts(with: $0.utf8) }
    }
}
