package import PhlistControl
package import PhlistHousehold
package import PhlistModel
import PhlistVocabulary

/// Queries for items.
extension Presenter {
    /// Returns an item with its parents and the items below it, and its photo if the bytes are not here.
    package func item(
        named name: String,
        for caller: Principal
    ) throws(ControlError) -> (reply: ItemsReply, missingPhoto: BlobID?) {
        let reference = try explaining(for: caller) { () throws(CommandError) in
            try library.item(matching: name, for: caller, purpose: .look)
        }
        guard let family = library.family(of: reference) else { return (ItemsReply(items: []), nil) }
        var reply = ItemsReply(items: views([family.item]), family: views(family.others))
        reply.previous = occurrence(before: reference)
        return (reply, missingPhoto(of: family.item.item))
    }

    /// Returns the occurrence before an item that comes back.
    func occurrence(before reference: EntityReference) -> ItemView? {
        guard let list = library.list(reference.scope), let item = list.item(reference.entity),
            item.recurrence != nil, let past = list.occurrence(before: reference.entity), past.state != .open
        else { return nil }
        return views([EntityReference(scope: reference.scope, entity: past.entity)]).first
    }

    package func items(_ query: ItemsQuery, for caller: Principal) throws(ControlError) -> ItemsReply {
        let spots = try explaining(for: caller) { () throws(CommandError) in
            query.list == nil
                ? lists(for: query, caller).map { Library.Spot(scope: $0.scope) }
                : try self.spots(named: query.lists, caller)
        }
        let overall = query.list == nil && query.text == nil ? library.overallView(for: caller) : nil
        let wanted = try itemQuery(query, overall, caller)
        let orders = spots.compactMap { spot in
            library.list(spot.scope).map { order(of: $0, asked: wanted.order, caller) }
        }
        let found = library.items(
            { Self.completed(wanted, query, by: library.view(of: $0, for: caller), overall) },
            in: spots
        )
        let views = views(found)
        let isOneList = query.list != nil && spots.count == 1
        let namesakes = isOneList && views.count <= Self.namesakesSoughtMax ? self.namesakes(in: views) : []
        var reply = ItemsReply(items: views, orders: orders, twins: namesakes.isEmpty ? nil : namesakes)
        if overall != nil, wanted.isFlat, query.flat == nil { reply.isFlat = true }
        reply.isLong = overall?.isLong == true ? true : nil
        return reply
    }

    /// Returns the lists and sections of some names, each once: a section comes with its list.
    private func spots(named names: [String], _ caller: Principal) throws(CommandError) -> [Library.Spot] {
        var found: [Library.Spot] = []
        for name in names {
            let spot = try library.spot(named: name, for: caller)
            if !found.contains(spot) { found.append(spot) }
        }
        let whole = Set(found.filter { $0.section == nil }.map(\.scope))
        return found.filter { $0.section == nil || !whole.contains($0.scope) }
    }

    /// The most items of a list among which those of one title are looked for.
    private static let namesakesSoughtMax = 1000

    /// Returns the lists of a query that names none: closed lists have no open work, nobody can do what is open in a
    /// list that has ended for them, and a text search over everything may also mean items in the trash with their
    /// list.
    private func lists(for query: ItemsQuery, _ caller: Principal) -> [ListState] {
        let isOfWork = query.all != true && query.trash != true && query.state == nil && query.text == nil
        let includesTrash = query.all == true && query.text != nil
        let lists = library.lists(ListQuery(includesTrash: includesTrash), for: caller)
        return lists.filter { !isOfWork || $0.workState == .open && !library.hasEnded($0.scope) }
    }

    /// Returns a query with the order and the states that it leaves open, from the view of a list.
    private static func completed(
        _ wanted: ItemQuery,
        _ query: ItemsQuery,
        by view: DefaultView,
        _ overall: ItemDisplay?
    ) -> ItemQuery {
        var wanted = wanted
        wanted.order = wanted.order ?? ItemOrder(view)
        let isPlain = query.state == nil && query.trash != true && query.due == nil && query.text == nil
        if isPlain, overall?.showsDone ?? view.showsDone { wanted.states = [.open, .done, .cancelled] }
        return wanted
    }

    private func order(of list: ListState, asked: ItemOrder?, _ caller: Principal) -> ItemsReply.Order {
        let order = asked ?? ItemOrder(library.view(of: list, for: caller)) ?? ItemOrder(.manual)
        return ItemsReply.Order(
            listID: list.scope.description,
            sort: order.sort,
            isReversed: order.isReversed,
            visibility: library.isEverybodys(list) ? .household : .participants,
            participants: participantNames(of: list),
            isEnded: library.isSaidToHaveEnded(list.scope) ? true : nil,
            isLeft: library.hasLeft(list, caller: caller) ? true : nil,
            isTrashed: list.isTrashed ? true : nil
        )
    }

    private func itemQuery(
        _ query: ItemsQuery,
        _ overall: ItemDisplay?,
        _ caller: Principal
    ) throws(ControlError) -> ItemQuery {
        var wanted = ItemQuery(isFlat: query.flat ?? overall?.isFlat ?? false)
        if query.all == true || query.trash == true { wanted.states = [.open, .done, .cancelled] }
        if let state = query.state.flatMap(WorkState.init(name:)) { wanted.states = [state] }
        wanted.lives = query.trash == true ? [.dead] : query.all == true ? [.alive, .dead] : [.alive]
        wanted.assignee = try assignee(query, caller)
        wanted.due = try Self.due(query)
        wanted.tags = query.tags
        wanted.priority = query.priority.flatMap(Priority.init)
        wanted.text = query.text
        wanted.order = Self.order(query, overall, isFlat: wanted.isFlat)
        return wanted
    }

    /// Returns the order of a query, else of the caller's view of all lists; nil for that of each list.
    private static func order(_ query: ItemsQuery, _ overall: ItemDisplay?, isFlat: Bool) -> ItemOrder? {
        if let sort = query.sort.flatMap(ItemSort.init(name:)) {
            return ItemOrder(sort, isReversed: query.reverse ?? false)
        }
        let isReversed = query.reverse ?? overall?.isReversed ?? false
        // One sequence needs one order.
        guard let sort = overall?.sort ?? (isFlat ? .due : isReversed ? .manual : nil) else { return nil }
        return ItemOrder(sort, isReversed: isReversed)
    }

    private func assignee(_ query: ItemsQuery, _ caller: Principal) throws(ControlError) -> ItemQuery.Assignee? {
        guard query.mine != true else { return .member(try member(of: caller)) }
        guard let name = query.assignee else { return nil }
        guard !name.saysNone else { return .nobody }
        return .member(
            try explaining(for: caller) { () throws(CommandError) in
                try library.member(named: name, includesRemoved: true)
            }
        )
    }

    /// Returns the member that the caller acts as; throws without one.
    private func member(of caller: Principal) throws(ControlError) -> MemberID {
        let member = try explaining { () throws(CommandError) in try library.actingMember(of: caller) }
        guard let member else {
            throw ControlError(
                .personNotFound,
                "\(caller.name) is not yet a member of this household",
                hint: "say who you are with: phlistctl member me NAME"
            )
        }
        return member
    }

    /// Returns the requested days, relative to the caller's day.
    private static func due(_ query: ItemsQuery) throws(ControlError) -> DueFilter? {
        guard let text = query.due else { return nil }
        guard text != ItemsQuery.noDue else { return .never }
        if let days = ItemsQuery.days(text) { return .days(days.lowerBound, days.upperBound) }
        guard let now = query.today.flatMap(CivilDate.init), let word = DueWord(rawValue: text) else { return nil }
        let today = now.withoutTime
        let last = today.adding(days: daysOfWeek) ?? .last
        switch word {
        case .today: return .days(today, today)
        case .overdue: return .overdue(now: now)
        case .week: return .days(today, last)
        case .soon: return .through(last)
        }
    }

    /// The number of days after today that count as the week.
    private static let daysOfWeek = 7
}
