import PhlistModel
import PhlistVocabulary

/// The encoding of a filter as lines; no value has more than one line.
extension ItemFilter {
    private enum Word: String {
        case list
        case state
        case all
        case assign
        case due
        case tag
        case priority
    }

    private static let me = "me"
    private static let nobody = "none"
    private static let yes = "yes"

    var encoded: String {
        var lines = places.map { place in
            let section = place.spot.section.map { "/\($0)" } ?? ""
            return Self.line(.list, "\(place.spot.scope)\(section) \(place.name)")
        }
        lines += [state.map { Self.line(.state, $0.name) }, includesAll ? Self.line(.all, Self.yes) : nil]
            .compactMap(\.self)
        switch assignee {
        case nil: break
        case .me?: lines.append(Self.line(.assign, Self.me))
        case .nobody?: lines.append(Self.line(.assign, Self.nobody))
        case .member(let member, let name)?: lines.append(Self.line(.assign, "\(member) \(name)"))
        }
        lines += [due.map { Self.line(.due, $0) }].compactMap(\.self) + tags.map { Self.line(.tag, $0) }
        lines += [priority.map { Self.line(.priority, $0.name) }].compactMap(\.self)
        return (lines + display.lines).joined(separator: "\n")
    }

    private static func line(_ word: Word, _ value: String) -> String {
        "\(word.rawValue)=\(value)"
    }

    /// Reads a filter; nil for one with conditions of a later version, without which it would show too much.
    init?(decoding text: String) {
        self.init()
        for line in text.lines {
            guard take(line) || display.take(line) else { return nil }
        }
        guard places.count <= TextLimits.filterPlacesMax, tags.count <= TextLimits.filterTagsMax else { return nil }
    }

    private mutating func take(_ line: String) -> Bool {
        guard let (name, value) = line.halves(at: "="), let word = Word(rawValue: name) else { return false }
        switch word {
        case .list:
            guard let place = Self.place(value) else { return false }
            places.append(place)
        case .state: state = WorkState(name: value)
        case .all: includesAll = value == Self.yes
        case .assign: assignee = Self.assignee(value)
        case .due: due = value
        case .tag: tags.append(value)
        case .priority: priority = Priority(name: value)
        }
        return isTaken(word)
    }

    /// Whether the value of a word was one of this version.
    private func isTaken(_ word: Word) -> Bool {
        switch word {
        case .list, .due, .tag: true
        case .state: state != nil
        case .all: includesAll
        case .assign: assignee != nil
        case .priority: priority != nil
        }
    }

    private static func place(_ text: String) -> Place? {
        guard let (ids, name) = text.halves(at: " ") else { return nil }
        guard let (list, entity) = ids.halves(at: "/") else {
            return ScopeID(letters: ids).map { Place(spot: Library.Spot(scope: $0), name: name) }
        }
        guard let scope = ScopeID(letters: list), let section = EntityID(letters: entity) else { return nil }
        return Place(spot: Library.Spot(scope: scope, section: section), name: name)
    }

    private static func assignee(_ text: String) -> Assignee? {
        if text == me { return .me }
        if text == nobody { return .nobody }
        guard let (id, name) = text.halves(at: " ") else { return nil }
        return ScopeID(letters: id).map { .member(MemberID(rawValue: $0.rawValue), name: name) }
    }
}

/// Texts of words and lines, split byte by byte: in a name, an accent may be the first letter.
extension String {
    /// The lines that are not empty.
    var lines: [String] {
        utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
    }

    /// Returns the parts before and after the first of some ASCII characters; nil without one.
    func halves(at separator: Unicode.Scalar) -> (String, String)? {
        guard let index = utf8.firstIndex(of: UInt8(ascii: separator)) else { return nil }
        return (String(self[..<index]), String(self[utf8.index(after: index)...]))
    }
}
