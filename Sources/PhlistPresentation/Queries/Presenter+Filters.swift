package import PhlistControl
package import PhlistHousehold
import PhlistModel
package import PhlistVocabulary

/// Replies about saved filters, and about the view of all lists together.
extension Presenter {
    package func filters(_ query: FiltersQuery, for caller: Principal) throws(ControlError) -> FiltersReply {
        guard let name = query.filter else {
            return FiltersReply(filters: library.filters(for: caller).map { view($0.filter, $0.name, for: caller) })
        }
        return FiltersReply(filters: [try filter(named: name, for: caller)])
    }

    /// Returns the filter that the caller calls by a name.
    package func filter(named name: String, for caller: Principal) throws(ControlError) -> FilterView {
        let saved = try explaining(for: caller) { () throws(CommandError) in
            try library.filter(named: name, for: caller)
        }
        return view(saved.filter, saved.name, for: caller)
    }

    /// Returns a filter that was just saved, also after a dry run.
    package func savedFilter(_ performed: Performed, _ new: NewFilter) throws(ControlError) -> FilterReply {
        let filter = try explaining(for: performed.caller) { () throws(CommandError) in
            try library.resolved(new, for: performed.caller)
        }
        return FilterReply(
            filter: view(filter, new.name.trimmed, for: performed.caller),
            isChanged: performed.isChanged
        )
    }

    package func overallView(_ query: OverallViewQuery, for caller: Principal) throws(ControlError) -> OverallViewReply
    {
        OverallViewReply(view: library.overallView(for: caller) ?? ItemDisplay())
    }

    /// Returns the view that was just chosen, also after a dry run; nil for one that was reset.
    package func overallView(_ performed: Performed, _ wanted: ItemDisplay?) -> OverallViewReply {
        // Applying it again changes nothing.
        let view = wanted.map { (library.overallView(for: performed.caller) ?? ItemDisplay()).changed(by: $0) }
        return OverallViewReply(view: view ?? ItemDisplay(), isChanged: performed.isChanged)
    }

    private func view(_ filter: ItemFilter, _ name: String, for caller: Principal) -> FilterView {
        var view = FilterView(name: name)
        view.lists = filter.places.map { self.view($0, for: caller) }
        (view.state, view.all) = (filter.state, filter.includesAll ? true : nil)
        switch filter.assignee {
        case nil: break
        case .me?: view.mine = true
        case .nobody?: view.isUnassigned = true
        case .member(let member, let name)?: view.assignee = self.view(member, name)
        }
        (view.due, view.tags, view.priority) = (filter.due, filter.tags, filter.priority)
        (view.sort, view.isReversed) = (filter.display.sort, filter.display.isReversed)
        (view.isFlat, view.isLong) = (filter.display.isFlat, filter.display.isLong)
        return view
    }

    private func view(_ place: ItemFilter.Place, for caller: Principal) -> FilterView.Named {
        let name = library.name(of: place, for: caller)
        let section = place.spot.section.map { "/\($0)" } ?? ""
        return FilterView.Named(
            name: name ?? place.name,
            id: "\(place.spot.scope)\(section)",
            isGone: name == nil ? true : nil
        )
    }

    private func view(_ member: MemberID, _ savedName: String) -> FilterView.Named {
        let known = library.household?.member(member)
        let isGone = known?.isRemoved ?? true
        return FilterView.Named(
            name: isGone ? savedName : known?.name ?? savedName,
            id: member.description,
            isGone: isGone ? true : nil
        )
    }
}
