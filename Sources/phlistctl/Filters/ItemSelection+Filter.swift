import PhlistControl
import PhlistVocabulary

/// A selection as a saved filter.
extension ItemSelection {
    /// Creates the selection of a saved filter.
    init(_ filter: FilterView) {
        lists = filter.lists.map(\.id)
        (state, isAll, isMine) = (filter.state, filter.all ?? false, filter.mine ?? false)
        assignee = filter.isUnassigned == true ? "none" : filter.assignee?.id
        (due, tags, priority) = (filter.due, filter.tags, filter.priority)
        (sort, isReversed) = (filter.sort, filter.isReversed)
        (isFlat, isLong) = (filter.isFlat, filter.isLong)
    }

    /// Returns the request that saves the selection under a name.
    func request(toSaveAs name: String, isReplacing: Bool) -> SaveFilterRequest {
        var request = SaveFilterRequest(name: name)
        request.isReplacing = isReplacing ? true : nil
        request.lists = lists.isEmpty ? nil : lists
        (request.state, request.all) = (state, isAll ? true : nil)
        (request.mine, request.assignee, request.due) = (isMine ? true : nil, assignee, due)
        (request.tags, request.priority) = (tags.isEmpty ? nil : tags, priority)
        (request.sort, request.isReversed) = (sort, isReversed)
        (request.isFlat, request.isLong) = (isFlat, isLong)
        return request
    }

    /// Throws if the selection still needs a list or a member of a filter that is gone: without it, items would show
    /// that the filter leaves out.
    func checkIsComplete(_ filter: FilterView) throws(ControlError) {
        if let list = filter.lists.first(where: { $0.isGone == true && lists.contains($0.id) }) {
            throw gone(filter, "\"\(list.name)\", which is gone or no longer shown to you")
        }
        if let member = filter.assignee, member.isGone == true, assignee == member.id {
            throw gone(filter, "\"\(member.name)\", who is no longer in the household")
        }
    }

    private func gone(_ filter: FilterView, _ words: String) -> ControlError {
        ControlError(
            .notFound,
            "the filter \"\(filter.name)\" names \(words)",
            hint: "save it again with --replace, or remove it with: phlistctl filter rm \(filter.name.asArgument)"
        )
    }
}

extension Context {
    /// Returns what options choose, on top of a saved filter if one is named.
    func selection(_ options: ItemSelection, from name: String?) throws -> ItemSelection {
        guard let name else { return options }
        guard let filter = try ask(FiltersQuery(filter: name)).filters.first else {
            throw ControlError(.internal, "unexpected reply; please report it")
        }
        let selection = ItemSelection(filter).changed(by: options)
        try selection.checkIsComplete(filter)
        return selection
    }
}
