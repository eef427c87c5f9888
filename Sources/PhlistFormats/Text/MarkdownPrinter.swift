import PhlistControl
import PhlistVocabulary

/// Prints lists as Markdown task lists.
enum MarkdownPrinter {
    static func printed(_ lists: [PortableList]) -> String {
        lists.map(text).joined(separator: "\n")
    }

    private static func text(of list: PortableList) -> String {
        var text = "# \(heading(list.title))\n"
        if let description = list.description {
            text += "\n\(description.lines.map(line).joined(separator: "\n"))\n"
        }
        for group in list.groups where group.section != nil || !group.items.isEmpty {
            text += group.section.map { "\n## \(heading($0.name))\n" } ?? ""
            text += "\n" + group.items.map(self.text).joined()
        }
        return text
    }

    /// Returns a name as a heading, escaping a hash at its end, which would close the heading.
    private static func heading(_ name: String) -> String {
        let text = withoutEscapes(name).scalars
        return text.last == "#" ? String(text.dropLast()) + "\\#" : String(text)
    }

    private static func withoutEscapes(_ text: String) -> String {
        text.replacingScalars("\\", with: "\\\\").replacingScalars("&", with: "\\&")
    }

    private static func line(_ text: Substring) -> String {
        let line = withoutEscapes(String(text)).scalars
        let rest = line.drop { $0 == " " }
        let blanks = String(repeating: " ", count: line.count - rest.count)
        // Readers drop a line of only white space, and take tabs at the beginning of a line as indentation.
        if line.trimmed.isEmpty, let first = line.first {
            return MarkdownText.number(of: first) + String(line.dropFirst())
        }
        if rest.first == "\t" { return blanks + MarkdownText.number(of: "\t") + String(rest.dropFirst()) }
        return blanks + MarkdownText.escapedStart(String(rest))
    }

    private static func text(of item: PortableItem) -> String {
        let indent = String(repeating: "  ", count: item.depth)
        let box: [WorkState: Character] = [.done: "x", .cancelled: "-"]
        let hashtags = item.tags.filter { MarkdownMark.isHashtag($0) }
        let others = item.tags.filter { !MarkdownMark.isHashtag($0) }.joined(separator: " ")
        let fields =
            [
                ("due", item.due?.description ?? ""), ("assignee", item.assignee ?? ""),
                ("priority", item.priority == .none ? "" : item.priority.name),
                ("percent", item.percent == 0 ? "" : "\(item.percent)"), ("tags", others),
            ] + ItemTextField.lines.map { ($0.shortName, $0.value(of: item)) }
        let marks = fields.filter { !$0.1.isEmpty }.map { "[\($0):: \(MarkdownText.escapedValue($1))]" }
        let title = MarkdownText.escaped(item.title)
        let line = (["- [\(box[item.state] ?? " ")] \(title)"] + hashtags.map { "#\($0)" } + marks)
            .joined(separator: " ")
        return "\(indent)\(line)\n\(note(item.note, indent + "  "))"
    }

    private static func note(_ note: String, _ indent: String) -> String {
        guard !note.isEmpty else { return "" }
        return note.lines.map { $0.isEmpty ? "\n" : "\(indent)\(line($0))\n" }.joined()
    }
}

extension MarkdownText {
    /// Returns a numeric character reference.
    static func number(of scalar: Unicode.Scalar) -> String {
        "&#x\(String(scalar.value, radix: 16, uppercase: true));"
    }

    /// Escapes a value between brackets.
    static func escapedValue(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if ["\\", "[", "]", "&"].contains(scalar) {
                result += number(of: scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
