package import PhlistModel

/// A request for a page of history.
package struct HistoryRequest: Sendable {
    /// A list, an item, or `LIST/text`; nil for everything that the caller sees.
    package var reference: String?
    /// A member's name, or the beginning of the id; also of a removed member.
    package var member: String?
    /// A device's name, or the beginning of its id.
    package var device: String?
    /// The earliest time, in milliseconds since 1970.
    package var since: Int64?
    /// The position at which to continue; nil for the newest.
    package var cursor: HistoryPosition?
    package var countMax: Int

    package init(
        reference: String? = nil,
        member: String? = nil,
        device: String? = nil,
        since: Int64? = nil,
        cursor: HistoryPosition? = nil,
        countMax: Int
    ) {
        (self.reference, self.member, self.device) = (reference, member, device)
        (self.since, self.cursor, self.countMax) = (since, cursor, countMax)
    }
}

/// A reading position in the histories of several scopes; scopes read to the end are left out.
package struct HistoryPosition: Hashable, Sendable {
    package var cursors: [ScopeID: HistoryCursor]

    package init(cursors: [ScopeID: HistoryCursor]) {
        self.cursors = cursors
    }
}

/// One action in one scope.
package struct ScopedAction: Sendable {
    package var scope: ScopeID
    package var entry: HistoryEntry
}

extension Library {
    /// Returns the history of lists, and of members if everything is requested: the newest action first,
    /// and the item that the request names, if it names one.
    ///
    /// - Throws: If the request names something that does not exist.
    package func history(
        _ request: HistoryRequest,
        for caller: Principal
    ) throws(CommandError) -> (actions: [ScopedAction], next: HistoryPosition?, item: EntityReference?) {
        let (scopes, entity) = try historyScopes(request, for: caller)
        let isWanted = try filter(request)
        var walks: [HistoryRun] = []
        for scope in scopes {
            guard let view = self.scopes[scope].map({ HistoryView($0.state, of: entity) }) else { continue }
            let start = request.cursor.map { $0.cursors[scope] }
            // On a later page, only scopes that are not read to the end count.
            if let start, start == nil { continue }
            walks.append(HistoryRun(view, from: start ?? nil, atMost: request.countMax, where: isWanted))
        }
        let actions = HistoryRun.merge(&walks, atMost: request.countMax)
        let cursors = walks.compactMap { walk in walk.cursor(where: isWanted).map { (walk.scope, $0) } }
        let next = cursors.isEmpty ? nil : HistoryPosition(cursors: Dictionary(cursors) { first, _ in first })
        return (actions, next, entity.map { EntityReference(scope: scopes[0], entity: $0) })
    }

    /// Returns the newest action of this device that touched an entity, limited to that entity.
    ///
    /// One of a device whose clock is ahead would be newer still.
    package func newestAction(on reference: EntityReference) -> HistoryEntry? {
        guard let slot = scopes[reference.scope] else { return nil }
        return ListState(slot.state).history(of: reference.entity, atMost: 1) { $0.device == device }.entries.first
    }

    /// Returns the newest action of this device in a list or the household.
    package func newestAction(in scope: ScopeID) -> HistoryEntry? {
        guard let slot = scopes[scope] else { return nil }
        return ListState(slot.state).history(of: nil, atMost: 1) { $0.device == device }.entries.first
    }

    private func historyScopes(
        _ request: HistoryRequest,
        for caller: Principal
    ) throws(CommandError) -> (scopes: [ScopeID], entity: EntityID?) {
        guard let reference = request.reference else {
            return (self.scopes(for: caller), nil)
        }
        do throws(CommandError) {
            return ([try list(named: reference, for: caller)], nil)
        } catch {
            // Only a name that matches no list can be an item.
            guard case .list(.notFound) = error else { throw error }
        }
        do throws(CommandError) {
            let item = try item(matching: reference, for: caller, purpose: .look)
            return ([item.scope], item.entity)
        } catch .item(.notFound) {
            let trash = listsWithTrash(for: caller).filter(\.isTrashed)
            guard let scope = try? list(named: reference, among: trash) else { throw .item(.notFound(reference)) }
            return ([scope], nil)
        }
    }

    private func filter(_ request: HistoryRequest) throws(CommandError) -> (Act) -> Bool {
        let member = try request.member.map { name throws(CommandError) in
            try self.member(named: name, includesRemoved: true)
        }
        let device = try request.device.map { name throws(CommandError) in
            try self.device(named: name, includesFormer: true)
        }
        let since = request.since.map { Stamp(milliseconds: $0) }
        return { act in
            (member == nil || act.by == member) && (device == nil || act.device == device)
                && (since.map { $0 <= act.stamp } ?? true)
        }
    }
}

/// The history of one scope, or of one entity in it.
private struct HistoryView {
    let scope: ScopeID
    private let list: ListState
    private let entity: EntityID?

    init(_ state: ScopeState, of entity: EntityID?) {
        scope = state.id
        list = ListState(state)
        self.entity = entity
    }

    func page(from cursor: HistoryCursor?, atMost count: Int, where isWanted: (Act) -> Bool) -> HistoryPage {
        list.history(of: entity, from: cursor, atMost: count, where: isWanted)
    }
}

/// One page of a scope in a merge of several.
private struct HistoryRun {
    private let view: HistoryView
    private let start: HistoryCursor?
    private let page: HistoryPage
    private var takenCount = 0

    init(_ view: HistoryView, from start: HistoryCursor?, atMost count: Int, where isWanted: (Act) -> Bool) {
        (self.view, self.start) = (view, start)
        page = view.page(from: start, atMost: count, where: isWanted)
    }

    var scope: ScopeID { view.scope }

    private var next: HistoryEntry? {
        takenCount < page.entries.count ? page.entries[takenCount] : nil
    }

    /// Returns the start of the next page; nil at the end.
    func cursor(where isWanted: (Act) -> Bool) -> HistoryCursor? {
        if takenCount == page.entries.count { return page.next }
        return view.page(from: start, atMost: takenCount, where: isWanted).next
    }

    /// Returns the newest actions of all runs, each scope in its own order.
    static func merge(_ runs: inout [HistoryRun], atMost count: Int) -> [ScopedAction] {
        var actions: [ScopedAction] = []
        while actions.count < count {
            let candidates = runs.indices.compactMap { index in runs[index].next.map { (index: index, entry: $0) } }
            guard
                let newest = candidates.max(by: {
                    ($0.entry.act, runs[$0.index].scope) < ($1.entry.act, runs[$1.index].scope)
                })
            else { break }
            actions.append(ScopedAction(scope: runs[newest.index].scope, entry: newest.entry))
            runs[newest.index].takenCount += 1
        }
        return actions
    }
}
