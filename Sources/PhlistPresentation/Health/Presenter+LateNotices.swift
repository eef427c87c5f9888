import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Notices about lists that people changed apart, which no field shows as a conflict.
extension Presenter {
    /// Returns notices about lists that were removed, merged or closed while somebody concurrently wrote in them.
    func listNotices(for caller: Principal) -> [String] {
        trashNotices(for: caller) + closingNotices(for: caller) + namesakeNotices(for: caller)
    }

    /// Returns notices about open lists of one title that everybody sees, as two people made or imported them apart.
    private func namesakeNotices(for caller: Principal) -> [String] {
        let lists = library.lists(for: caller).filter {
            $0.kind == .checklist && $0.workState == .open && library.isEverybodys($0)
                && !library.mayHaveEnded($0.scope)
        }
        let groups = Dictionary(grouping: lists) { fold($0.title) }.values.filter { $0.count > 1 }
            .sorted { $0[0].scope < $1[0].scope }
        return LimitedNotices(groups, "lists") { lists in
            let title = lists[0].title
            let rename = "to tell them apart: phlistctl list rename \(lists[0].scope.description.shortened) NAME"
            let way = mergeCommand(for: lists).map { "to make one of two: \($0)" } ?? rename
            return "\(lists.count) lists are called \(title); \(way)"
        }.lines
    }

    /// Returns the command that makes one of two lists: the newest goes into the oldest, so that two people who do it
    /// apart do the same; nil if none of them may be merged away.
    func mergeCommand(for lists: [ListState]) -> String? {
        let sorted = lists.sorted { ($0.createdStamp, $0.scope) < ($1.createdStamp, $1.scope) }
        guard let from = sorted.last(where: { $0.deletionPolicy == .allowed }),
            let into = sorted.first(where: { $0.scope != from.scope })
        else { return nil }
        return "phlistctl list merge \(from.scope.description.shortened) \(into.scope.description.shortened)"
    }

    /// Returns a notice to a caller who acts as a member whom somebody has removed.
    func memberNotices(for caller: Principal) -> [String] {
        guard let id = library.member(of: caller), let member = library.household?.member(id), member.isRemoved else {
            return []
        }
        return [
            "you act as \(member.name), who was removed as a member; to be somebody else: phlistctl member me NAME"
        ]
    }

    private func closingNotices(for caller: Principal) -> [String] {
        library.currentLists(for: caller).filter(\.hasEditsBesideClosing).map { list in
            let closed = list.workState == .done ? "completed" : "cancelled"
            let reopen = "phlistctl list reopen \(reference(to: list, for: caller))"
            return "somebody changed \(list.title) while it was \(closed), and it has open items: \(reopen)"
        }
    }

    private func trashNotices(for caller: Principal) -> [String] {
        let lists = library.listsWithTrash(for: caller).filter { $0.isTrashed && !library.hasEnded($0.scope) }
        return lists.flatMap { list in
            let copies = library.copies(ofMergedApart: list, for: caller)
            return (copies.isEmpty ? [] : [notice(ofMergedApart: list, copies, for: caller)])
                + (list.hasEditsBesideTrash ? [trashNotice(list, for: caller)] : [])
        }
    }

    private func trashNotice(_ list: ListState, for caller: Principal) -> String {
        let targets = library.targets(ofMerged: list, for: caller)
        let titles = targets.map(\.title).joined(separator: ", and that into ")
        let what = targets.isEmpty ? "removed" : "merged into \(titles)"
        let words = "somebody changed \(list.title) while it was \(what)"
        if let restorer = restorer(of: list, for: caller) { return "\(words); \(restorer)" }
        let reference = reference(to: list, for: caller)
        // Each step finds what the last merge made of an item, which the first list alone would bring again.
        let references = [reference] + targets.map { self.reference(to: $0, for: caller) }
        let merges = zip(references, references.dropFirst()).map { ", then: phlistctl list merge \($0) \($1)" }
        let others = references.dropFirst().dropLast().map { " \($0)" }
        return "\(words): phlistctl list restore \(reference)\(others.joined())\(merges.joined())"
    }

    /// Returns a notice about a list that people merged into several others without knowing of each other.
    private func notice(ofMergedApart list: ListState, _ copies: [MovedItem], for caller: Principal) -> String {
        let merges = copies.map { "into \($0.list.title) by \(name(of: $0.mover))" }.joined(separator: " and ")
        // The first merge leaves what it brought where it is, as long as there is another one.
        let undos = copies.dropFirst().map {
            "\(name(of: $0.mover)) can run: phlistctl undo \(reference(to: $0.list, for: caller))"
        }
        return
            "\(list.title) was merged \(merges), so its items are in each; to take a merge back, "
            + undos.joined(separator: ", or ")
    }

    /// Returns the title of a list as an argument; the beginning of its id if other lists are called so.
    private func reference(to list: ListState, for caller: Principal) -> String {
        let named = library.listsWithTrash(for: caller).filter { fold($0.title) == fold(list.title) }
        return named.count == 1 ? list.title.asArgument : list.scope.description.shortened
    }
}
