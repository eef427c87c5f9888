import PhlistModel

/// Lists whose items are cancelled, not deleted.
extension Replica {
    /// Refuses to trash items where that is not allowed; those that are in the trash already do not count.
    func checkMayBeTrashed(_ items: [EntityReference]) throws(CommandError) {
        let refused = items.filter { item in
            guard let list = scopes[item.scope]?.upcomingList, list.deletionPolicy == .cancelOnly else { return false }
            return list.item(item.entity)?.isTrashed == false
        }
        guard refused.isEmpty else { throw .cancelOnly(refused) }
    }
}
