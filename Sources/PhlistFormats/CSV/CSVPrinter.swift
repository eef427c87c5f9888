import PhlistControl
import PhlistVocabulary

/// Prints lists as a table (RFC 4180), one item per row.
struct CSVPrinter {
    let local: LocalTime

    func printed(_ lists: [PortableList]) -> String {
        var text = CSVColumn.written.map(\.name).joined(separator: ",") + "\r\n"
        for list in lists {
            for group in list.groups {
                for item in group.items { text += row(item, group.section?.name, list.title) }
            }
        }
        return text
    }

    private func row(_ item: PortableItem, _ section: String?, _ list: String) -> String {
        let cells = CSVColumn.written.map { column in
            switch column {
            case .list: list
            case .section: section ?? ""
            case .depth: "\(item.depth)"
            case .title: item.title
            case .state: item.state.name
            case .due: item.due?.description ?? ""
            case .assignee: item.assignee ?? ""
            case .priority: item.priority == .none ? "" : item.priority.name
            case .percent: item.percent == 0 ? "" : "\(item.percent)"
            case .tags: item.tags.map(Self.tag).joined(separator: " ")
            case .note: item.note
            case .created: item.createdAt.map { local($0).description } ?? ""
            case .closed: item.closedAt.map { local($0).description } ?? ""
            case .id: item.id ?? ""
            case .line(let field): ItemTextField.of(field)?.value(of: item) ?? ""
            case .parent, .deleted: ""
            }
        }
        return cells.map(Self.cell).joined(separator: ",") + "\r\n"
    }

    /// Returns a tag, between quotes if it has a semicolon, which separates tags, too.
    private static func tag(_ tag: String) -> String {
        tag.unicodeScalars.contains(";") ? "\"\(tag)\"" : tag
    }

    /// Returns the tags of a cell, which are separated by white space, commas and semicolons.
    static func tags(_ text: String) -> [String] {
        let words = text.scalars.split { $0.properties.isWhitespace || $0 == "," }
        return words.flatMap { word in
            let isQuoted = word.count > 2 && word.first == "\"" && word.last == "\"" && word.contains(";")
            return isQuoted ? [word.dropFirst().dropLast()] : word.split(separator: ";")
        }.map { String($0) }
    }

    /// Returns a text as a cell: quoted if necessary, and never a formula.
    static func cell(_ text: String) -> String {
        let text = FormulaGuard.guarded(text)
        guard text.unicodeScalars.contains(where: { ",;\"\r\n\t".unicodeScalars.contains($0) }) else { return text }
        return "\"\(text.replacingScalars("\"", with: "\"\""))\""
    }
}
