import PhlistControl
import PhlistVocabulary

/// The members of an object, taken one by one; the rest are unknown.
struct JSONObject {
    let position: Position
    private var members: [JSONNode.Member]

    init(_ node: JSONNode, _ what: String) throws(FormatError) {
        position = node.position
        guard case .object(let members) = node.value else { throw FormatError(position, "\(what) must be an object") }
        self.members = members
    }

    /// The names of the members that were not taken and are not null.
    var rest: [String] {
        members.compactMap { member in
            if case .null = member.node.value { nil } else { member.name }
        }
    }

    /// Takes a member; if several have the name, the last one counts, and the others are of the rest.
    mutating func take(_ name: String) -> JSONNode? {
        guard let index = members.lastIndex(where: { $0.name == name }) else { return nil }
        let found = members.remove(at: index).node
        if case .null = found.value { return nil }
        return found
    }

    mutating func text(_ name: String) throws(FormatError) -> String? {
        guard let node = take(name) else { return nil }
        guard case .text(let text) = node.value else {
            throw FormatError(node.position, "\"\(name)\" must be a text")
        }
        return text
    }

    mutating func flag(_ name: String) throws(FormatError) -> Bool? {
        guard let node = take(name) else { return nil }
        guard case .flag(let flag) = node.value else {
            throw FormatError(node.position, "\"\(name)\" must be true or false")
        }
        return flag
    }

    mutating func number(_ name: String) throws(FormatError) -> Int? {
        guard let node = take(name) else { return nil }
        guard case .number(let text) = node.value, let number = Int(text) else {
            throw FormatError(node.position, "\"\(name)\" must be a whole number")
        }
        return number
    }

    mutating func elements(_ name: String) throws(FormatError) -> [JSONNode] {
        guard let node = take(name) else { return [] }
        guard case .array(let elements) = node.value else {
            throw FormatError(node.position, "\"\(name)\" must be a list")
        }
        return elements
    }

    mutating func texts(_ name: String) throws(FormatError) -> [(text: String, position: Position)] {
        try elements(name).map { node throws(FormatError) in
            guard case .text(let text) = node.value else {
                throw FormatError(node.position, "\"\(name)\" must be a list of texts")
            }
            return (text, node.position)
        }
    }

    mutating func date(_ name: String) throws(FormatError) -> CivilDate? {
        let position = members.last { $0.name == name }.map(\.node.position) ?? position
        guard let text = try text(name) else { return nil }
        guard let date = CivilDate(text) else {
            throw FormatError(position, "\"\(name)\" is not a date like 2026-12-25 or 2026-12-25T18:00: \"\(text)\"")
        }
        return date
    }

    /// Takes a member whose value is one of the words of a type.
    mutating func word<Word: NamedValue>(_ name: String, _: Word.Type) throws(FormatError) -> Word? {
        let position = members.last { $0.name == name }.map(\.node.position) ?? position
        guard let text = try text(name) else { return nil }
        if let word = Word(name: text) { return word }
        let choices = Word.names.joined(separator: ", ")
        throw FormatError(position, "\"\(name)\" is one of \(choices), not \"\(text)\"")
    }
}
