import PhlistModel
import PhlistVocabulary

/// Matching elements by the words of a caller.
extension Array {
    /// Returns the elements that pass the first test that any of them passes; later tests are not made.
    func matching(first tests: ((Element) -> Bool)...) -> [Element] {
        for test in tests {
            let matches = filter(test)
            if !matches.isEmpty { return matches }
        }
        return []
    }

    /// Returns the elements that a text names: exactly, else by `fold`, else by the beginning of their ids.
    func named(
        _ text: String,
        by name: @escaping (Element) -> String,
        or id: @escaping (Element) -> String
    ) -> [Element] {
        let wanted = text.trimmed
        let folded = fold(wanted)
        return matching(
            first: { name($0) == wanted },
            { fold(name($0)) == folded },
            { wanted.count >= HouseholdLimits.idLettersMin && id($0).hasPrefix(wanted) }
        )
    }
}
