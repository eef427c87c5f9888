package import PhlistModel

/// What a caller sees. Reads come from memory and wait for nobody.
extension Replica {
    /// The member that a caller acts as, once there is one.
    package func member(of caller: Principal) -> MemberID? {
        bindings[caller.uid]
    }

    /// The lists that a caller sees and that are not in the trash, by title, then by id.
    package func lists(for caller: Principal) -> [ListState] {
        listScopes
            .compactMap { scopes[$0]?.state.list }
            .filter { $0.origin != nil && !$0.isTrashed && isVisible($0, to: caller) }
            .sorted { ($0.title.lowercased(), $0.scope) < ($1.title.lowercased(), $1.scope) }
    }

    /// One list.
    package func list(_ scope: ScopeID) -> ListState? {
        scopes[scope]?.state.list
    }

    /// A member's name, as far as it is known.
    package func memberName(_ member: MemberID) -> String? {
        member == .house ? nil : household?.memberName(member)
    }

    private func isVisible(_ list: ListState, to caller: Principal) -> Bool {
        guard list.visibility == .participants, !caller.isOwner else { return true }
        return bindings[caller.uid] != nil && bindings[caller.uid] == list.owner
    }

    /// The list that a name or the beginning of an id stands for.
    package func list(named name: String, for caller: Principal) throws(CommandError) -> ScopeID {
        let lists = upcomingLists(for: caller)
        let wanted = name.trimmed
        for matches in [
            lists.filter { $0.title == wanted },
            lists.filter { $0.title.lowercased() == wanted.lowercased() },
            wanted.count >= EntityID.letterCountMin ? lists.filter { $0.scope.description.hasPrefix(wanted) } : [],
        ] where !matches.isEmpty {
            guard matches.count == 1 else {
                throw .ambiguousList(name, candidates: matches.map(\.scope))
            }
            return matches[0].scope
        }
        throw .listNotFound(name)
    }

    /// Where a bare `add` goes: the only list, else the one called "Shopping"; of several, the household's and oldest.
    func defaultList(for caller: Principal) -> ScopeID? {
        let lists = upcomingLists(for: caller)
        guard lists.count != 1 else { return lists[0].scope }
        return
            lists
            .filter { $0.title == Self.defaultListTitle }
            .min { ($0.visibility.rawValue, $0.createdStamp) < ($1.visibility.rawValue, $1.createdStamp) }?
            .scope
    }

    /// The lists with those that are on their way to the disk.
    private func upcomingLists(for caller: Principal) -> [ListState] {
        let known = lists(for: caller)
        let upcoming = listScopes.compactMap { scopes[$0] }
            .filter { $0.state.list?.origin == nil }
            .compactMap(\.upcomingList)
            .filter { $0.origin != nil && isVisible($0, to: caller) }
        return known + upcoming
    }

    /// What a caller means to do with an item, which says among which items a text is looked for first.
    package enum Purpose: Sendable {
        case look
        case close
        case reopen
        case restore

        init(_ change: ItemChange) {
            switch (change.isTrashed, change.state) {
            case (false?, _): self = .restore
            case (_, .open?): self = .reopen
            default: self = .close
            }
        }

        func fits(_ item: ItemState) -> Bool {
            switch self {
            case .look, .close: !item.isTrashed && item.state == .open
            case .reopen: !item.isTrashed && item.state != .open
            case .restore: item.isTrashed
            }
        }
    }

    /// The item that a reference stands for: the beginning of an id, `LIST/text`, or text that matches one item.
    ///
    /// Text matches exactly, else at the beginning, else anywhere; items that fit the purpose come first.
    package func item(
        matching reference: String,
        for caller: Principal,
        purpose: Purpose
    ) throws(CommandError) -> ItemReference {
        let all = visibleItems(for: caller)
        if reference.isIDPrefix, let match = try item(withID: reference, among: all) {
            return match
        }
        let (pool, text) = try narrowed(all, by: reference, for: caller)
        for candidates in [pool.filter { purpose.fits($0.item) }, pool.filter { !$0.item.isTrashed }, pool] {
            if let match = try item(withText: text, among: candidates, of: reference) {
                return match
            }
        }
        throw .itemNotFound(reference)
    }

    /// An item with the list that it is in.
    private struct Located {
        var scope: ScopeID
        var item: ItemState

        var reference: ItemReference { ItemReference(scope: scope, entity: item.entity) }
    }

    private func visibleItems(for caller: Principal) -> [Located] {
        upcomingLists(for: caller).flatMap { list in
            (scopes[list.scope]?.upcomingList?.items ?? []).map { Located(scope: list.scope, item: $0) }
        }
    }

    private func item(withID prefix: String, among items: [Located]) throws(CommandError) -> ItemReference? {
        let matches = items.filter { $0.item.entity.description.hasPrefix(prefix) }
        guard matches.count <= 1 else {
            throw .ambiguousItem(prefix, candidates: matches.map(\.reference))
        }
        return matches.first?.reference
    }

    /// Splits `LIST/text` at the first slash that is not written `\/`.
    private func narrowed(
        _ items: [Located],
        by reference: String,
        for caller: Principal
    ) throws(CommandError) -> ([Located], String) {
        guard let slash = reference.firstPlainSlash else { return (items, reference.withoutEscapes) }
        let name = String(reference[..<slash]).withoutEscapes
        guard let scope = try? list(named: name, for: caller) else { return (items, reference.withoutEscapes) }
        let text = String(reference[reference.index(after: slash)...]).withoutEscapes
        return (items.filter { $0.scope == scope }, text)
    }

    private func item(
        withText text: String,
        among items: [Located],
        of reference: String
    ) throws(CommandError) -> ItemReference? {
        let wanted = text.trimmed.lowercased()
        guard !wanted.isEmpty else { return nil }
        let titled = items.map { (located: $0, title: $0.item.title.lowercased()) }
        for matches in [
            titled.filter { $0.title == wanted },
            titled.filter { $0.title.hasPrefix(wanted) },
            titled.filter { $0.title.contains(wanted) },
        ] where !matches.isEmpty {
            guard matches.count == 1 else {
                throw .ambiguousItem(reference, candidates: matches.map(\.located.reference))
            }
            return matches[0].located.reference
        }
        return nil
    }

    /// The shortest beginnings, at least two letters, that tell these items apart from all others here.
    package func shortIDs(of entities: [EntityID]) -> [EntityID: String] {
        let lists = listScopes.compactMap { scopes[$0]?.state.list }
        let short = entities.map { entity in
            let count = lists.map { $0.letterCount(telling: entity) }.max() ?? EntityID.letterCountMin
            return (entity, String(entity.description.prefix(count)))
        }
        return Dictionary(short) { first, _ in first }
    }
}

extension ListState {
    fileprivate var createdStamp: Stamp {
        root?.created.stamp ?? Stamp(rawValue: .max)
    }
}

extension String {
    /// Whether the text could be the beginning of an item's id.
    fileprivate var isIDPrefix: Bool {
        utf8.count >= 2 && utf8.count <= 16 && utf8.allSatisfy { (UInt8(ascii: "k")...UInt8(ascii: "z")).contains($0) }
    }

    /// The first slash that no backslash stands before.
    fileprivate var firstPlainSlash: Index? {
        indices.first { self[$0] == "/" && ($0 == startIndex || self[index(before: $0)] != "\\") }
    }

    fileprivate var withoutEscapes: String {
        split(separator: "\\/", omittingEmptySubsequences: false).joined(separator: "/")
    }
}
