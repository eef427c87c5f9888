/// A content line of iCalendar (RFC 5545, section 3.1): a name, parameters, and a value.
struct CalendarLine {
    /// The name, in upper case.
    let name: String
    /// The parameters, by name in upper case.
    private(set) var parameters: [String: String] = [:]
    /// The value as written, with its escapes.
    let value: String
    let position: Position

    /// Parses an unfolded line; nil if it has no name or no colon.
    init?(_ text: String, at position: Position) {
        self.position = position
        var parts: [Substring] = []
        var (start, isQuoted) = (text.startIndex, false)
        var end: String.Index?
        for index in text.indices {
            switch text[index] {
            case "\"": isQuoted.toggle()
            case ";" where !isQuoted, ":" where !isQuoted:
                parts.append(text[start..<index])
                start = text.index(after: index)
                if text[index] == ":" { end = index }
            default: break
            }
            if end != nil { break }
        }
        guard end != nil, let first = parts.first, !first.isEmpty else { return nil }
        (name, value) = (first.uppercased(), String(text[start...]))
        for part in parts.dropFirst() {
            guard let sign = part.firstIndex(of: "=") else { continue }
            let bare = part[part.index(after: sign)...].filter { $0 != "\"" }
            parameters[part[..<sign].uppercased()] = bare
        }
    }

    /// The value of a property of type TEXT (section 3.3.11).
    var text: String { Self.unescaped(value[...]) }

    /// The values of a comma-separated list of texts.
    var texts: [String] {
        var (parts, start, isEscaped) = ([Substring](), value.startIndex, false)
        for index in value.indices {
            if value[index] == ",", !isEscaped {
                parts.append(value[start..<index])
                start = value.index(after: index)
            }
            isEscaped = value[index] == "\\" && !isEscaped
        }
        return (parts + [value[start...]]).map(Self.unescaped)
    }

    private static func unescaped(_ text: Substring) -> String {
        var (result, isEscaped) = ("", false)
        for character in text {
            if isEscaped {
                result.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }

    /// Returns a text as a value, with escapes.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\", ";", ",": result += "\\\(character)"
            case "\n", "\r\n": result += "\\n"
            default: result.append(character)
            }
        }
    }

    // MARK: Folding

    /// Returns the unfolded lines of a file, with their positions.
    static func unfolded(_ source: SourceText) -> [(text: String, position: Position)] {
        var lines: [(text: String, position: Position)] = []
        for (number, line) in source.lines.enumerated() {
            if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1].text += line.dropFirst()
            } else if !line.isEmpty {
                lines.append((line, Position(line: number + 1)))
            }
        }
        return lines
    }

    /// Folds a line into pieces of at most 75 bytes, none of which ends within a character.
    static func folded(_ text: String) -> String {
        var (result, size) = ("", 0)
        for scalar in text.unicodeScalars {
            let width = UTF8.width(scalar)
            if size + width > bytesMax {
                result += "\r\n "
                size = 1
            }
            result.unicodeScalars.append(scalar)
            size += width
        }
        return result + "\r\n"
    }

    private static let bytesMax = 75
}
