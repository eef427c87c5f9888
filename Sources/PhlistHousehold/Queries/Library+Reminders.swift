package import PhlistModel
import PhlistVocabulary

/// The items of which a member is reminded.
extension Library {
    /// Returns the open items with a reminder in the lists in progress that a caller sees, unless they are somebody
    /// else's.
    ///
    /// An item whose assignee has left the household or does not see the list is everybody's.
    package func remindedItems(of member: MemberID, for caller: Principal) -> [(list: ListState, item: ItemState)] {
        lists(for: caller).filter { $0.workState == .open }.flatMap { list in
            let audience = audience(of: list)
            return list.remindedItems.filter { item in
                guard let assignee = item.assignee, assignee != member else { return true }
                return household?.member(assignee)?.isRemoved ?? true || audience.map { !$0.sees(assignee) } ?? false
            }.map { (list, $0) }
        }
    }
}
