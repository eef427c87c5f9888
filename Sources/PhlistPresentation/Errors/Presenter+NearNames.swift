package import PhlistControl
package import PhlistHousehold
import PhlistModel

/// Suggestions for misspelt names.
extension Presenter {
    /// Longer words are not names, and comparing them takes longer.
    private static let wordBytesMax = 64

    /// Returns a refusal in words, with the nearest name among those that the caller may see.
    package func explain(
        _ error: CommandError,
        for caller: Principal?,
        as words: ControlError? = nil
    ) -> ControlError {
        // Who adds to a list that is not there means no item.
        let mayMeanItem = words == nil
        var words = words ?? explain(error)
        guard let caller else { return words }
        if case .list(.notFound(let name)) = error { improve(&words, forList: name, mayMeanItem, for: caller) }
        if case .filter(.notFound(let name)) = error,
            let near = Self.nearest(to: name, among: library.filters(for: caller).map(\.name))
        {
            words.message = "no filter \"\(name)\"; did you mean \"\(near)\"?"
        }
        if case .member(.notFound(let name)) = error, let near = Self.nearest(to: name, among: memberNames) {
            words.message += "; did you mean \"\(near)\"?"
        }
        if case .item(.notFound(let reference)) = error { improve(&words, forItem: reference, for: caller) }
        if case .sharing(.purgesOthersList(let scope, _)) = error,
            let restorer = library.scopes[scope]?.upcomingList.flatMap({ restorer(of: $0, for: caller) })
        {
            words.hint = "it stays in the trash; \(restorer)"
        }
        return words
    }

    private var memberNames: [String] {
        library.household?.everybody.filter { !$0.isRemoved }.map(\.name) ?? []
    }

    private func improve(_ words: inout ControlError, forList name: String, _ mayMeanItem: Bool, for caller: Principal)
    {
        if library.hasLeftList(named: name, caller: caller) {
            words.message = "you have left the list \"\(name)\""
            words.hint = "to take part again: phlistctl invite accept \(name.asArgument)"
        } else if let list = library.trashedList(named: name, for: caller) {
            words.message = "the list \"\(list.title)\" is in the trash"
            words.hint = restoring(list, for: caller)
        } else if let slash = name.firstIndex(of: "/"),
            let list = try? library.list(named: String(name[..<slash]), for: caller)
        {
            words.hint = "only the list can be named here: \(title(of: list).asWord)"
        } else if let list = library.listTitle(withSection: name, for: caller) {
            words.hint = "\(list) has a section of that name: \"\(list)/\(name)\""
        } else if mayMeanItem, let place = placeOfItem(titled: name, for: caller) {
            words.hint = "an item in \(place) has that name: phlistctl show \(name.asArgument)"
        } else if let near = Self.nearest(to: name, among: library.listTitles(for: caller)) {
            words.message = "no list \"\(name)\"; did you mean \"\(near)\"?"
        }
    }

    private func restoring(_ list: ListState, for caller: Principal) -> String {
        restorer(of: list, for: caller) ?? "to bring it back: phlistctl list restore \(list.title.asArgument)"
    }

    /// Returns who can bring a list back from the trash; nil if the caller can.
    func restorer(of list: ListState, for caller: Principal) -> String? {
        guard !library.mayRestore(list, caller) else { return nil }
        let isRemoved = list.owner.flatMap { library.household?.member($0)?.isRemoved } ?? false
        return "\(isRemoved ? "nobody" : list.owner.map { name(of: $0) } ?? "its owner") can bring it back"
    }

    /// Returns the title of the list with the only item of a title that a caller sees.
    private func placeOfItem(titled name: String, for caller: Principal) -> String? {
        guard let item = try? library.item(matching: name, for: caller, purpose: .look) else { return nil }
        guard let list = library.list(item.scope), let found = list.item(item.entity), !found.isTrashed else {
            return nil
        }
        return fold(found.title) == fold(name) ? list.title : nil
    }

    private func improve(_ words: inout ControlError, forItem reference: String, for caller: Principal) {
        guard (try? library.list(named: reference, for: caller)) == nil else {
            words.hint = "a list has that name: see phlistctl help list"
            return
        }
        if let list = library.trashedList(in: reference, for: caller) {
            words.message += ": the list \"\(list.title)\" is in the trash"
            words.hint = restoring(list, for: caller)
            return
        }
        let (text, titles) = library.itemTitles(near: reference, for: caller)
        guard let near = Self.nearest(to: text, among: titles) else { return }
        words.message += "; did you mean \"\(near)\"?"
    }

    /// Returns the only name that begins with the word, else the nearest one: one letter in three may differ, and one
    /// in a short word.
    static func nearest(to word: String, among names: [String]) -> String? {
        guard (2...wordBytesMax).contains(word.utf8.count) else { return nil }
        let whole = names.filter { $0.lowercased().hasPrefix(word.lowercased()) }
        if whole.count == 1, word.count > 2 { return whole[0] }
        let limit = max(1, word.utf8.count / 3)
        let near = names.filter { abs($0.utf8.count - word.utf8.count) <= limit }
        let plain = near.map { $0.lowercased() }
        guard let best = Suggestion.nearest(to: word.lowercased(), among: plain, distanceMax: limit) else { return nil }
        return plain.firstIndex(of: best).map { near[$0] }
    }
}
