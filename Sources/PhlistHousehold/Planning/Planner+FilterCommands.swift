import PhlistModel
import PhlistVocabulary

/// Planning commands about filters, which write facts for this device alone.
extension Planner {
    func plan(_ command: FilterCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .save(let filter, let isReplacing): try save(filter, isReplacing: isReplacing, &action)
        case .rename(let name, let other): try rename(name, to: other, &action)
        case .remove(let name): try remove(name, &action)
        case .setOverallView(let change): setOverallView(change, &action)
        }
    }

    private func save(_ new: NewFilter, isReplacing: Bool, _ action: inout Action) throws(CommandError) {
        let name = try library.checkedLabel(new.name)
        let filter = try library.resolved(new, for: action.caller)
        let saved = library.upcomingChoices.filters[action.member] ?? [:]
        let former = saved[fold(name)]
        guard former == nil || isReplacing else { throw .filter(.exists(former?.name ?? name)) }
        guard former != nil || saved.count < HouseholdLimits.filtersMax else { throw .filter(.tooMany) }
        choose(.savedFilter(action.member, name: name, filter), former == .init(name: name, filter: filter), &action)
    }

    private func rename(_ name: String, to other: String, _ action: inout Action) throws(CommandError) {
        let saved = try library.filter(named: name, for: action.caller)
        let other = try library.checkedLabel(other)
        let isSame = fold(saved.name) == fold(other)
        if !isSame, let taken = try? library.filter(named: other, for: action.caller) {
            throw .filter(.nameTaken(taken.name))
        }
        if !isSame { action.facts.append(.savedFilter(action.member, name: saved.name, nil)) }
        choose(.savedFilter(action.member, name: other, saved.filter), saved.name == other, &action)
    }

    private func remove(_ name: String, _ action: inout Action) throws(CommandError) {
        let saved = try library.filter(named: name, for: action.caller)
        choose(.savedFilter(action.member, name: saved.name, nil), false, &action)
    }

    private func setOverallView(_ change: ItemDisplay?, _ action: inout Action) {
        let own = library.upcomingChoices.overallViews[action.caller.uid]
        let wanted = change.map { (own ?? ItemDisplay()).changed(by: $0) }
        choose(.overallView(uid: action.caller.uid, wanted), wanted == own, &action)
    }

    /// Records a choice, unless it is so already; the household stands for what it is about.
    private func choose(_ fact: LocalFact, _ isSame: Bool, _ action: inout Action) {
        let household = EntityReference(scope: library.householdID ?? ScopeID(rawValue: 0), entity: .root)
        guard !isSame else {
            action.outcome.unchanged = [household]
            return
        }
        action.outcome.changed = [household]
        action.facts.append(fact)
    }
}
