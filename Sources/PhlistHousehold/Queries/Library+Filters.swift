import PhlistModel
package import PhlistVocabulary

/// Saved filters, and the view of all lists together.
extension Library {
    /// Returns the filters of the member that a caller acts as, by name; nobody else's.
    package func filters(for caller: Principal) -> [LoginChoices.SavedFilter] {
        member(of: caller).map { choices.filters(of: $0) } ?? []
    }

    /// Finds a filter of the member that a caller acts as; case and accents make no difference.
    package func filter(
        named name: String,
        for caller: Principal
    ) throws(CommandError) -> LoginChoices.SavedFilter {
        let found = member(of: caller).flatMap { upcomingChoices.filters[$0]?[fold(name.trimmed)] }
        guard let found else { throw .filter(.notFound(name)) }
        return found
    }

    /// Returns a caller's own view of all lists together; nil if none is chosen.
    package func overallView(for caller: Principal) -> ItemDisplay? {
        choices.overallViews[caller.uid]
    }

    /// Looks up the lists and the member of a filter.
    ///
    /// - Throws: If one is not found, or several have the name.
    package func resolved(_ new: NewFilter, for caller: Principal) throws(CommandError) -> ItemFilter {
        var filter = ItemFilter()
        for name in new.lists {
            let place = try place(named: name, for: caller)
            if !filter.places.contains(where: { $0.spot == place.spot }) { filter.places.append(place) }
        }
        filter.assignee = try new.isMine ? .me : new.assignee.map { name throws(CommandError) in try assignee(name) }
        (filter.state, filter.includesAll) = (new.state, new.includesAll)
        filter.due = new.due?.trimmed
        filter.tags = try new.tags.map { tag throws(CommandError) in try TextKind.tag.accepted(tag) }
        (filter.priority, filter.display) = (new.priority, new.display)
        return filter
    }

    private func place(named name: String, for caller: Principal) throws(CommandError) -> ItemFilter.Place {
        let spot = try spot(named: name, for: caller)
        return ItemFilter.Place(spot: spot, name: (self.name(of: spot) ?? name).asOneLine)
    }

    /// Returns the name of a list, or of a section as `LIST/SECTION`; nil for one that is gone.
    private func name(of spot: Spot) -> String? {
        guard let list = scopes[spot.scope]?.upcomingList else { return nil }
        guard let section = spot.section else { return list.title }
        return list.sections.first { $0.entity == section }.map { "\(list.title)/\($0.name)" }
    }

    private func assignee(_ name: String) throws(CommandError) -> ItemFilter.Assignee {
        guard fold(name.trimmed) != fold(Self.noneName) else { return .nobody }
        let member = try member(named: name)
        return .member(member, name: (upcomingHousehold?.memberName(member) ?? name).asOneLine)
    }

    /// Returns the name of a place of a filter as it is now; nil for a list or a section that is gone, in the trash, or
    /// no longer shown to the caller.
    package func name(of place: ItemFilter.Place, for caller: Principal) -> String? {
        guard let list = list(place.spot.scope), !list.isTrashed, list.hasContent, !list.isPurged,
            isVisible(list, to: caller)
        else { return nil }
        return name(of: place.spot)
    }

    /// The choices of the logins and people of this machine, including those in flight.
    var upcomingChoices: LoginChoices {
        entriesInFlight.joined().reduce(into: choices) { choices, entry in
            if case .local(let fact) = entry { choices.take(fact) }
        }
    }
}

extension String {
    /// The text without line breaks, which another device may have put into a name.
    fileprivate var asOneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
