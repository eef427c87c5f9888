import PhlistControl
import PhlistModel
import PhlistSync

/// The calls about lists.
extension Household {
    func lists(_ query: ListsQuery, _ asker: Asker) -> ListsReply {
        ListsReply(lists: replica.lists(for: asker.principal).map(view))
    }

    func addList(_ request: NewListRequest, _ asker: Asker) async throws(ControlError) -> ListReply {
        let done = try await perform(.lists(.create(NewList(title: request.title))), asker)
        return ListReply(list: try listView(of: done))
    }

    /// The list that an action was about.
    func listView(of done: Done) throws(ControlError) -> ListView {
        guard let scope = done.outcome.list, let list = replica.list(scope, with: done.preview[scope]) else {
            throw .unexpected
        }
        return view(list)
    }
}
