import PhlistControl

/// A line that is being typed, with the cursor at its end.
struct TypedLine: Equatable {
    private(set) var text = ""

    /// Appends text; line breaks and tabs become spaces, other characters that are no text are left out.
    mutating func append(_ data: String) {
        // A title limit refuses more, and the line must not grow with whatever is pasted.
        guard text.utf8.count + data.utf8.count <= Limits.typedLineSizeMax else { return }
        for character in data {
            let safe = character.unicodeScalars.filter { !$0.isUnsafeOnTerminals }
            text.unicodeScalars.append(contentsOf: character.isWhitespace ? [" "] : Array(safe))
        }
    }

    /// Removes the last character, with its accents.
    mutating func removeLast() {
        text = String(text.dropLast())
    }

    mutating func clear() {
        text = ""
    }

    /// Returns the end of the line, as far as it fits after a prompt, with a column left for the cursor.
    func shown(after prompt: TerminalText, columns: Int) -> TerminalText {
        let prompt = prompt.width * 2 > columns ? "" : prompt
        let room = columns - prompt.width - 1
        guard text.columnCount > room else { return "\(prompt)\(text)" }
        var width = 1
        let end = text.reversed().prefix { character in
            width += character.columnCount
            return width <= room
        }
        let tail = "…\(String(end.reversed()))" as TerminalText
        return room > 0 ? "\(prompt)\(tail)" : ""
    }
}
