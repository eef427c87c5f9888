import PhlistControl
import PhlistModel
import PhlistSync
import PhlistVocabulary

/// Notices about what people did apart that no field shows as a conflict.
extension Presenter {
    /// More notices about items would push the conflicts off the screen.
    private static let itemNoticesMax = 20

    /// Returns notices about lists that were removed or merged while somebody concurrently wrote in them.
    func trashNotices(for caller: Principal) -> [String] {
        library.listsWithTrash(for: caller).filter(\.hasEditsBesideTrash).map { list in
            let restore = "phlistctl list restore \(list.title.asArgument)"
            guard let target = library.target(ofMerged: list, for: caller)?.title else {
                return "somebody wrote in \(list.title) while it was removed: \(restore)"
            }
            return "somebody wrote in \(list.title) while it was merged into \(target): \(restore), "
                + "then: phlistctl list merge \"\(list.title)\" \"\(target)\""
        }
    }

    /// Returns notices about items that stay although somebody concurrently removed them, list by list.
    ///
    /// - Parameters:
    ///   - reference: The list or the item that the caller names; nil for all lists.
    ///   - caller: The caller.
    /// - Returns: One sentence for each item, with the command that removes it.
    func rescueNotices(of reference: String?, for caller: Principal) -> [String] {
        let named = reference.map { try? library.list(named: $0, for: caller) }
        let lists = library.lists(for: caller).filter { list in named.map { $0 == list.scope } ?? true }
        let kept = lists.flatMap { list in
            list.items.filter { !$0.isTrashed && $0.rescue != nil }
                .map { EntityReference(scope: list.scope, entity: $0.entity) }
        }
        let notices = views(Array(kept.prefix(Self.itemNoticesMax))).map { item in
            let (editor, remover) = (item.rescue?.editedBy, item.rescue?.deletedBy)
            let (changed, removed) = (editor ?? Library.houseName, remover ?? Library.houseName)
            let reason = "because \(changed) changed it while \(removed) removed it"
            return "\(item.title) in \(item.listTitle) stays, \(reason): phlistctl rm \(item.shortID)"
        }
        let more = kept.count - notices.count
        return notices + (more > 0 ? ["\(more) more items stay likewise"] : [])
    }
}
