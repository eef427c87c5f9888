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
    private static func declaredName(_ line: String) -> String? {
        let declaration =
            #/
            ^\s*
            (?: @\w+ (?: \([^)]*\) )? \s+ | [a-z]+ (?: \([a-z]+\) )? \s+ )*?
            ( func\b | init\b[?<(] | deinit\b | subscript\b | var\b | let\b ) \s* ([\w.]*)
            /#
        guard let match = line.firstMatch(of: declaration) else { return nil }
        return match.2.isEmpty ? String(match.1.prefix { $0.isLetter }) : String(match.2)
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

    /// Whether a line cannot continue a declaration whose body has not begun.
    private static func endsDeclaration(_ line: String) -> Bool {
        let line = line.drop { $0 == " " }
        return !["{", ")", "->", "where", "throws", "async", "some", "any", "=", ":", "&"].contains {
            line.hasPrefix($0)
        }
    }
}
