import PhlistControl

/// A list as a person names it: its title, or the beginning of its id.
struct ListReference {
    var text: String

    /// Asks for the lists and finds the one that is meant: by its exact title, else without regard to case, else by id.
    func resolve(_ context: Context) throws -> ListView {
        let lists = try context.ask(ListsQuery()).lists
        let matches: [(ListView) -> Bool] = [
            { $0.title == text },
            { $0.title.lowercased() == text.lowercased() },
            { $0.id.hasPrefix(text) },
        ]
        let found = matches.lazy.map { lists.filter($0) }.first { !$0.isEmpty } ?? []
        guard let list = found.first else {
            throw ControlError(.notFound, "no list \"\(text)\"", hint: "see all with: phlistctl list ls")
        }
        guard found.count == 1 else {
            let details = found.map { "\($0.id)  \($0.title)" }
            throw ControlError(.ambiguous, "\"\(text)\" fits \(found.count) lists", details: details)
        }
        return list
    }
}
