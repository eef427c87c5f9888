import PhlistModel

/// What becomes of commands about lists.
extension Replica {
    /// The list that a bare `add` makes when there is none.
    static var defaultListTitle: String { "Shopping" }

    mutating func plan(_ command: ListCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .create(let list): try create(list, &action)
        }
    }

    private mutating func create(_ list: NewList, _ action: inout Action) throws(CommandError) {
        let scope = makeList(try checkedTitle(list.title), &action)
        action.outcome.list = scope
        action.outcome.changed.append(EntityReference(scope: scope, entity: .root))
    }

    /// A list's first batch names its owner, so that nobody else can claim it.
    mutating func makeList(_ title: String, _ action: inout Action) -> ScopeID {
        let origin = ListOrigin(owner: action.member, nonce: random128())
        let fields = [FieldWrite(.life, Life.alive), FieldWrite(.title, text: title)]
        action.add([.originate(origin), .write(.root, fields)], in: origin.scope)
        return origin.scope
    }

    /// A title without space around it.
    func checkedTitle(_ text: String) throws(CommandError) -> String {
        let title = text.trimmed
        guard !title.isEmpty else { throw .emptyTitle }
        guard title.utf8.count <= PhlistModel.Limits.titleBytesMax else {
            throw .titleTooLong(bytes: title.utf8.count)
        }
        return title
    }
}

extension String {
    /// The text without white space around it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
