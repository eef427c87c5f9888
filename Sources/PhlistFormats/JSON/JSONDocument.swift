import PhlistControl
import PhlistVocabulary

/// Lists as JSON: finds out which program wrote a file and lets its reader read it, and prints phlist's own form.
enum JSONDocument {
    static func read(_ source: SourceText, local: @escaping LocalTime) throws(FormatError) -> PortableFile {
        var parser = JSONParser(source)
        let values = try parser.values()
        if values.count == 1, case .object(let members) = values[0].value {
            if members.contains(where: { $0.name == "lists" || $0.name == "list" }) {
                var reader = PhlistJSONReader()
                return try reader.read(values[0])
            }
            if GoogleTasksReader.reads(members) {
                var reader = GoogleTasksReader(local: local)
                return try reader.read(values[0])
            }
        }
        var nodes = values
        if values.count == 1, case .array(let elements) = values[0].value { nodes = elements }
        if MicrosoftToDoReader.reads(nodes) {
            var reader = MicrosoftToDoReader()
            return try reader.read(nodes)
        }
        var reader = TaskwarriorReader(local: local)
        return reader.read(nodes)
    }

    /// Prints lists with one line per item, so that two exports are easy to compare.
    static func printed(_ lists: [PortableList]) -> String {
        let texts = lists.map(text)
        return "{\"schemaVersion\":\(schemaVersion),\"lists\":[\n\(texts.joined(separator: ",\n"))\n]}\n"
    }

    private static func text(of list: PortableList) -> String {
        var head = list
        (head.items, head.sections) = (nil, nil)
        let parts = [
            list.items.map { "\"items\":\(text(of: $0))" },
            list.sections.map { "\"sections\":[\n\($0.map(text).joined(separator: ",\n"))\n]" },
        ]
        return object(head, parts.compactMap(\.self))
    }

    private static func text(of section: PortableSection) -> String {
        var head = section
        head.items = nil
        return object(head, section.items.map { ["\"items\":\(text(of: $0))"] } ?? [])
    }

    private static func text(of items: [PortableItem]) -> String {
        "[\n\(items.map { object($0, []) }.joined(separator: ",\n"))\n]"
    }

    /// Returns a value and its parts as one JSON object; encoding our own types cannot fail.
    private static func object(_ head: some Encodable, _ parts: [String]) -> String {
        let text = (try? JSONText.encode(head)) ?? "{}"
        return parts.isEmpty ? text : "\(text.dropLast()),\n\(parts.joined(separator: ",\n"))}"
    }
}
