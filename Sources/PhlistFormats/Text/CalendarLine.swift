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
        let scalars = text.scalars
        var parts: [Scalars] = []
        var (start, isQuoted) = (scalars.startIndex, false)
        var end: String.Index?
        for index in scalars.indices {
            switch scalars[index] {
            case "\"": isQuoted.toggle()
            case ";" where !isQuoted, ":" where !isQuoted:
                parts.append(scalars[start..<index])
                start = scalars.index(after: index)
                if scalars[index] == ":" { end = index }
            default: break
            }
            if end != nil { break }
        }
        guard end != nil, let first = parts.first, !first.isEmpty else { return nil }
        (name, value) = (String(first).uppercased(), String(scalars[start...]))
        for part in parts.dropFirst() {
            guard let sign = part.firstIndex(of: "=") else { continue }
            let bare = part[part.index(after: sign)...].filter { $0 != "\"" }
            parameters[String(part[..<sign]).uppercased()] = String(bare)
        }
    }

    /// The value of a property of type TEXT (section 3.3.11).
    var text: String { Self.unescaped(value.scalars) }

    /// The values of a comma-separated list of texts.
    var texts: [String] {
        let scalars = value.scalars
        var (parts, start, isEscaped) = ([Scalars](), scalars.startIndex, false)
        for index in scalars.indices {
            if scalars[index] == ",", !isEscaped {
                parts.append(scalars[start..<index])
                start = scalars.index(after: index)
            }
            isEscaped = scalars[index] == "\\" && !isEscaped
        }
        return (parts + [scalars[start...]]).map(Self.unescaped)
    }

    private static func unescaped(_ text: Scalars) -> String {
        var (result, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in text {
            if isEscaped {
                result.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Returns a text as a value, with escapes.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            if ["\\", ";", ",", "\n"].contains(scalar) { result.append("\\") }
            result.append(scalar == "\n" ? "n" : scalar)
        }
        return String(result)
    }

    // MARK: Folding

    /// Returns the unfolded lines of a file, with their positions.
    static func unfolded(_ source: SourceText) -> [(text: String, position: Position)] {
        var lines: [(text: String, position: Position)] = []
        for (number, line) in source.lines.enumerated() {
            if let first = line.unicodeScalars.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1].text += String(line.unicodeScalars.dropFirst())
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
