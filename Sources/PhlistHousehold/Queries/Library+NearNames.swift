package import PhlistModel
import PhlistVocabulary

/// Suggestions for names that match nothing.
extension Library {
    /// Returns the titles of the lists that a caller sees.
    package func listTitles(for caller: Principal) -> [String] {
        lists(for: caller).map(\.title)
    }

    /// Returns the title of the only list that a caller sees with a section of this name.
    package func listTitle(withSection name: String, for caller: Principal) -> String? {
        let found = lists(for: caller).filter { list in list.sections.contains { fold($0.name) == fold(name) } }
        return found.count == 1 ? found[0].title : nil
    }

    /// Whether a caller has left a list with this name.
    package func hasLeftList(named name: String, caller: Principal) -> Bool {
        listsLeft(by: caller).contains { fold($0.title) == fold(name) }
    }

    /// Returns a list in the trash with this name that a caller saw, one that they may restore first.
    package func trashedList(named name: String, for caller: Principal) -> ListState? {
        let lists = listsWithTrash(for: caller).filter { $0.isTrashed && fold($0.title) == fold(name) }
        return lists.first { mayRestore($0, caller) } ?? lists.first
    }

    /// Returns the list that an item reference names, if it is in the trash and the caller saw it.
    package func trashedList(in reference: String, for caller: Principal) -> ListState? {
        guard let slash = reference.firstPlainSlash, narrowing(reference, for: caller).scope == nil else { return nil }
        return trashedList(named: String(reference[..<slash]).withoutEscapes, for: caller)
    }

    /// Returns the text of an item reference, and the titles of open items that it may have meant.
    package func itemTitles(near reference: String, for caller: Principal) -> (text: String, titles: [String]) {
        let (scope, text) = narrowing(reference, for: caller)
        var titles: [String] = []
        for list in lists(for: caller) where scope == nil || list.scope == scope {
            let room = HouseholdLimits.nearTitlesMax - titles.count
            guard room > 0 else { break }
            titles += list.items.filter { !$0.isTrashed && $0.state == .open }.prefix(room).map(\.title)
        }
        return (text, titles)
    }
}
