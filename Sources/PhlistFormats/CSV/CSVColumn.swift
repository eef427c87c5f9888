import PhlistControl
import PhlistVocabulary

/// The meaning of a column of a table.
enum CSVColumn: Hashable {
    case list
    case section
    case depth
    case title
    case state
    case due
    case assignee
    case priority
    case percent
    case tags
    case note
    case created
    case closed
    case id
    case parent
    case deleted
    case line(ItemField)

    /// The columns of an exported table; depths take the place of parents.
    static let written: [CSVColumn] =
        [.list, .section, .depth, .title, .state, .due, .assignee, .line(.quantity), .priority, .percent, .tags, .note]
        + lines.filter { $0 != .line(.quantity) } + [.created, .closed, .id]

    private static let lines = ItemTextField.lines.map { CSVColumn.line($0.field) }

    static let all = written + [.parent, .deleted]

    /// The heading in an exported table.
    var name: String {
        if case .line(let field) = self { field.rawValue } else { "\(self)" }
    }

    /// The headings that other programs and people give such a column, in lower case.
    private var names: [String] {
        switch self {
        case .list:
            [
                "list", "liste", "project", "projekt", "projet", "folder", "list_title", "list title", "list name",
                "tasklist_name", "tasklist", "task list",
            ]
        case .section: ["section", "abschnitt", "rubrique", "group", "gruppe", "groupe", "heading", "aisle", "rayon"]
        case .depth: ["depth"]
        case .title:
            [
                "title", "task", "task_title", "item", "name", "subject", "content", "summary", "what", "article",
                "product", "to do", "todo", "titel", "aufgabe", "artikel", "produkt", "titre", "tâche", "produit",
                "was", "quoi",
            ]
        case .state:
            [
                "state", "status", "done", "completed", "complete", "checked", "erledigt", "fertig", "zustand",
                "statut", "état", "fait", "terminé",
            ]
        case .due:
            [
                "due", "due date", "duedate", "deadline", "date", "fällig", "fällig am", "fälligkeit", "datum",
                "termin", "échéance", "pour le", "when", "wann", "quand",
            ]
        case .assignee:
            [
                "assignee", "assigned to", "assigned", "who", "owner", "responsible", "wer", "zuständig",
                "verantwortlich", "qui", "responsable",
            ]
        case .line(.quantity): ["quantity", "qty", "amount", "count", "menge", "anzahl", "quantité", "qté", "nombre"]
        case .priority: ["priority", "prio", "importance", "priorität", "priorité"]
        case .percent: ["percent", "% complete", "% done", "progress", "fortschritt", "prozent", "avancement"]
        case .tags:
            [
                "tags", "labels", "tag", "label", "categories", "category", "kategorie", "kategorien", "catégorie",
                "étiquettes", "schlagwörter",
            ]
        case .note:
            [
                "note", "notes", "comment", "comments", "description", "details", "bemerkung", "bemerkungen", "notiz",
                "notizen", "beschreibung", "kommentar", "remarque", "commentaire",
            ]
        case .created, .closed, .id, .parent, .deleted, .line: [name]
        }
    }

    private static let byName: [String: CSVColumn] = {
        var columns: [String: CSVColumn] = [:]
        for column in all {
            for name in column.names { columns[name] = column }
        }
        return columns
    }()

    /// Creates the column for a heading; nil for an unknown heading.
    init?(heading: String) {
        guard let column = Self.byName[heading.trimmed.lowercased()] else { return nil }
        self = column
    }

    /// Whether a column is of use only to the program that wrote it.
    static func isTechnical(heading: String) -> Bool {
        technical.contains(heading.trimmed.lowercased())
    }

    private static let technical: Set = [
        "kind", "etag", "selflink", "webviewlink", "updated", "position", "links", "hidden", "task_id", "taskid",
        "list_id", "tasklistid", "list_updated", "task_updated", "task_type",
    ]
}
