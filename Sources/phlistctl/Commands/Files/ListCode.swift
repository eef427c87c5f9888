import PhlistControl
import PhlistFormats
import PhlistVocabulary

/// One list as a QR code in the terminal, for a phone that has no phlist.
struct ListCode {
    let title: String
    let id: String
    let text: String

    /// Takes what is open in a list, or in one section of it.
    ///
    /// - Throws: `ControlError` if there is no such section, or if the text is too long for a code.
    init(_ list: PortableList, section: String?, as format: FileFormat, _ clock: Clock) throws {
        var list = list
        if let section { try list.keep(section: section) }
        list.keepOpen()
        (title, id) = (list.title, list.id ?? "")
        text = PortableFile.printed([list], as: format) { clock.local($0) }
        guard text.utf8.count > Limits.codeSizeMax else { return }
        throw ControlError(
            .tooLarge,
            "\"\(title)\" has \(text.utf8.count) bytes, and a QR code holds at most \(Limits.codeSizeMax)",
            hint: "show one section with --section, or write a file with --output"
        )
    }

    /// Prints the code.
    func show(_ context: Context) throws {
        guard let makeCode = context.makeCode else {
            throw ControlError(
                .unavailable,
                "the program qrencode is missing, which makes QR codes",
                hint: "apt-get install qrencode"
            )
        }
        let lines = try makeCode(text)
        let columns = lines.map(\.count).max() ?? 0
        let window = context.format == nil ? context.window?() : nil
        if let window, columns > window.columns { throw tooWide(columns, window) }
        let rows = lines.map { TerminalText(data: $0) }
        let page = Page(words: rows.map(context.style.code), rows: lines.map { [$0] }, ids: [id])
        try context.show(CodeReport(listID: id, listTitle: title, text: text, code: lines), page)
        guard let window, lines.count >= window.rows else { return }
        try context.note("the code is higher than the window: enlarge the window, or make the font smaller")
    }

    private func tooWide(_ columns: Int, _ window: WindowSize) -> ControlError {
        ControlError(
            .tooLarge,
            "the code needs \(columns) columns, and the terminal has \(window.columns)",
            hint: "make the font smaller, show one section with --section, or write a file with --output"
        )
    }
}

/// A QR code and what it says, as a JSON document.
private struct CodeReport: Encodable {
    var schemaVersion = PhlistControl.schemaVersion
    var listID: String
    var listTitle: String
    var text: String
    /// The lines of the code, each for two rows of modules.
    var code: [String]
}

extension PortableList {
    /// Leaves out everything but one section.
    fileprivate mutating func keep(section name: String) throws(ControlError) {
        let all = sections ?? []
        let found =
            all.filter { $0.name == name }.first ?? all.first { $0.name.lowercased() == name.lowercased() }
        guard let found else {
            let names = all.prefix(Limits.sectionsNamedMax).map(\.name).joined(separator: ", ")
            throw ControlError(
                .notFound,
                "\"\(title)\" has no section \"\(name)\"",
                hint: names.isEmpty ? "it has no sections" : "for example: \(names)"
            )
        }
        (items, sections) = (nil, [found])
    }

    /// Leaves out what is done or cancelled, unless something open is below it.
    fileprivate mutating func keepOpen() {
        items = items.map(Self.open)
        sections = sections?.map { section in
            var section = section
            section.items = section.items.map(Self.open)
            return section
        }
        .filter { $0.items?.isEmpty == false }
    }

    private static func open(_ items: [PortableItem]) -> [PortableItem] {
        var kept: [PortableItem] = []
        for item in items.reversed() where item.state == .open || item.depth < kept.last?.depth ?? 0 {
            kept.append(item)
        }
        return kept.reversed()
    }
}
