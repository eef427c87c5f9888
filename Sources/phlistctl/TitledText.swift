import PhlistControl
import PhlistVocabulary

/// A title and a longer text, as people change both in an editor: the first line is the title.
struct TitledText: Equatable {
    var title: String
    var text: String

    init(title: String, text: String) {
        (self.title, self.text) = (title, text)
    }

    /// Reads what an editor has left.
    ///
    /// - Throws: `ControlError` if the title or the text is not valid for its kind.
    init(page: String, _ kind: TextKind) throws {
        let lines = page.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.dropFirst().drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
        title = String(lines.first ?? "")
        try Title.check(title)
        text = try ControlError.checked(String(body.reversed().drop(while: \.isWhitespace).reversed()), as: kind)
    }

    var page: String { text.isEmpty ? "\(title)\n" : "\(title)\n\n\(text)\n" }

    /// Refuses to overwrite what was changed while the editor was open.
    ///
    /// - Parameters:
    ///   - old: What the editor was given.
    ///   - current: What is stored now; nil if the thing was removed.
    ///   - kind: The kind of the text.
    /// - Throws: `ControlError` if somebody else changed the same, or removed the thing.
    func check(since old: TitledText, isStill current: TitledText?, _ kind: TextKind) throws {
        guard let current else { throw ControlError(.notFound, "\"\(old.title)\" was removed meanwhile") }
        let isTitleNew = title != old.title && current.title != old.title
        let isTextNew = text != old.text && current.text != old.text
        guard isTitleNew || isTextNew else { return }
        let what = isTitleNew ? "renamed to \"\(current.title)\"" : "given another \(kind.rawValue)"
        throw ControlError(
            .tryAgain,
            "\"\(old.title)\" was \(what) meanwhile; nothing was changed",
            hint: "edit it once more"
        )
    }
}

extension Context {
    /// Lets the user change a title and a text in an editor, and saves them; what cannot be saved is printed.
    ///
    /// - Returns: Whether anything was changed.
    func edit(
        _ old: TitledText,
        _ kind: TextKind,
        named file: String,
        save: (_ new: TitledText) throws -> Void
    ) throws -> Bool {
        guard let page = try edit(old.page, file) else { return false }
        do {
            try save(try TitledText(page: page, kind))
        } catch {
            let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
            let words = lines.map { "\(TerminalText(data: String($0)).string)\n" }
            try messages.write("not saved:\n\(words.joined())")
            throw error
        }
        return true
    }
}
